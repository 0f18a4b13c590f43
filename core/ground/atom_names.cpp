#include "ground/atom_names.hpp"

namespace woodstock::ground {

void AtomNames::add(std::string_view name) {
  add();
  if (name.empty()) return;
  const auto blank = name.find(' ');
  if (!name.starts_with('(') || blank == std::string_view::npos) {
    set(size() - 1, relation(name, 0), {});
    return;
  }
  // All arguments are one text here: only what is printed counts.
  const auto arguments = text(std::string(name.substr(blank + 1, name.size() - blank - 2)));
  set(size() - 1, relation(name.substr(1, blank - 1), 1), {&arguments, 1});
}

void AtomNames::set(std::uint32_t atom, Relation relation, std::span<const Text> arguments) {
  first_[atom] = static_cast<std::uint32_t>(parts_.size());
  parts_.push_back(relation);
  parts_.insert(parts_.end(), arguments.begin(), arguments.end());
}

AtomNames::Relation AtomNames::relation(std::string_view name, std::uint32_t arguments) {
  const auto next = static_cast<Relation>(relations_.size());
  const auto [found, fresh] = numbers_.try_emplace({std::string(name), arguments}, next);
  if (fresh) relations_.push_back(found->first);
  return found->second;
}

AtomNames::Text AtomNames::text(std::string words) {
  texts_.push_back(std::move(words));
  return static_cast<Text>(texts_.size() - 1);
}

std::string AtomNames::name(std::uint32_t atom) const {
  const auto first = first_[atom];
  const auto& [relation, arguments] = relations_[parts_[first]];
  if (arguments == 0) return relation;
  std::string result = "(" + relation;
  for (std::uint32_t i = 1; i <= arguments; ++i) {
    result += ' ';
    result += texts_[parts_[first + i]];
  }
  return result + ")";
}

std::vector<std::uint32_t> AtomNames::atoms_of(std::string_view relation) const {
  std::vector<bool> wanted;
  for (const auto& known : relations_) wanted.push_back(known.first == relation);
  std::vector<std::uint32_t> found;
  for (std::uint32_t atom = 0; atom < size(); ++atom)
    if (wanted[relation_of(atom)]) found.push_back(atom);
  return found;
}

}  // namespace woodstock::ground
