#include "ground/terms.hpp"

namespace woodstock::ground {

std::uint32_t Terms::name_id(std::string_view name) {
  const auto [found, fresh] =
      name_ids_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (fresh) names_.emplace_back(name);
  return found->second;
}

TermId Terms::add(std::uint32_t name, std::span<const TermId> arguments) {
  name_.push_back(name);
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  start_.push_back(arguments_.size());
  return size() - 1;
}

std::string Terms::text(TermId term) const {
  const auto& name = spelt(this->name(term));
  if (arguments(term).empty()) return name;
  auto text = "(" + name;
  for (const auto argument : arguments(term)) text += " " + this->text(argument);
  return text + ")";
}

}  // namespace woodstock::ground
