#include "ground/program.hpp"

namespace woodstock::ground {

std::uint32_t GroundProgram::add_atom(std::string_view name, bool open, bool fact) {
  return add_atom(terms().add(terms().name_id(name)), open, fact);
}

std::uint32_t GroundProgram::add_atom(TermId term, bool open, bool fact) {
  atoms_->of_atom.push_back(term);
  open_.push_back(open);
  fact_.push_back(fact);
  return atom_count() - 1;
}

void GroundProgram::add_rule(std::uint32_t head, std::span<const Literal> body) {
  heads_.push_back(head);
  body_.insert(body_.end(), body.begin(), body.end());
  start_.push_back(body_.size());
}

}  // namespace woodstock::ground
