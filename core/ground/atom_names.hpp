// The names of a ground program's atoms, kept in parts: of millions of atoms most share their relation with
// thousands of others, and their arguments too. A name is put together when somebody asks for it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace woodstock::ground {

class AtomNames {
 public:
  using Relation = std::uint32_t;  // name and number of arguments
  using Text = std::uint32_t;      // an argument as it is printed

  std::uint32_t size() const { return static_cast<std::uint32_t>(first_.size()); }
  // A new atom, without a name; and with one that is given whole, `p` or `(p a b)`.
  void add() { first_.push_back(kNameless); }
  void add(std::string_view name);
  // Name an atom.
  void set(std::uint32_t atom, Relation relation, std::span<const Text> arguments);

  Relation relation(std::string_view name, std::uint32_t arguments);
  Text text(std::string words);  // a new one each time: who has many of the same keeps their numbers

  std::string name(std::uint32_t atom) const;  // empty where it has none
  Relation relation_of(std::uint32_t atom) const { return parts_[first_[atom]]; }
  const std::string& relation_name(Relation relation) const { return relations_[relation].first; }
  std::uint32_t arity(Relation relation) const { return relations_[relation].second; }
  // Atoms of all relations of that name, in order.
  std::vector<std::uint32_t> atoms_of(std::string_view relation) const;

 private:
  static constexpr std::uint32_t kNameless = 0;  // the relation without a name and arguments
  std::vector<std::pair<std::string, std::uint32_t>> relations_{{std::string(), 0}};
  std::map<std::pair<std::string, std::uint32_t>, Relation, std::less<>> numbers_{{relations_[0], 0}};
  std::vector<std::string> texts_;
  // Per atom where its parts begin: the relation, then the arguments' texts.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> parts_{0};
};

}  // namespace woodstock::ground
