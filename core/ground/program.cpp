#include "ground/program.hpp"

namespace woodstock::ground {

std::uint32_t GroundProgram::add_atom(std::string_view name, bool open, bool fact) {
  names_->add(name);
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
