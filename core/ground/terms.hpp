// Ground terms as numbers: a name and the numbers of the arguments, kept once. Names of atoms are terms too:
// whoever wants to know what an atom is about reads its parts, and only people read its text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace woodstock::ground {

using TermId = std::uint32_t;

class Terms {
 public:
  // The number of a name, the same for the same name.
  std::uint32_t name_id(std::string_view name);
  std::optional<std::uint32_t> find_name(const std::string& name) const {
    const auto found = name_ids_.find(name);
    return found == name_ids_.end() ? std::nullopt : std::optional(found->second);
  }
  std::uint32_t name_count() const { return static_cast<std::uint32_t>(names_.size()); }
  const std::string& spelt(std::uint32_t name) const { return names_[name]; }

  // A new term; that there is no such term yet is for the caller to know.
  TermId add(std::uint32_t name, std::span<const TermId> arguments = {});
  std::uint32_t size() const { return static_cast<std::uint32_t>(name_.size()); }
  std::uint32_t name(TermId term) const { return name_[term]; }
  std::span<const TermId> arguments(TermId term) const {
    return {arguments_.data() + start_[term], arguments_.data() + start_[term + 1]};
  }
  // As KIF writes it.
  std::string text(TermId term) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> name_ids_;
  std::vector<std::uint32_t> name_;  // per term
  std::vector<std::uint64_t> start_{0};
  std::vector<TermId> arguments_;
};

}  // namespace woodstock::ground
