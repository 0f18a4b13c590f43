// A ground logic program: atoms with printable names, rules in compressed form.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ground/atom_names.hpp"

namespace woodstock::ground {

// A literal is atom + 1, negative if negated.
using Literal = std::int32_t;
constexpr Literal literal_of(std::uint32_t atom, bool positive = true) {
  return positive ? static_cast<Literal>(atom) + 1 : -static_cast<Literal>(atom) - 1;
}
constexpr std::uint32_t atom_of(Literal literal) {
  return static_cast<std::uint32_t>((literal < 0 ? -literal : literal) - 1);
}

struct GroundRule {
  std::uint32_t head;
  std::span<const Literal> body;
};

class GroundProgram {
 public:
  std::uint32_t atom_count() const { return names_->size(); }
  std::string name(std::uint32_t atom) const { return names_->name(atom); }
  // Also for who goes on with the same atoms.
  std::shared_ptr<const AtomNames> names() const { return names_; }
  // An open atom is an input: a fluent of the current state or a move.
  bool is_open(std::uint32_t atom) const { return open_[atom]; }
  bool is_fact(std::uint32_t atom) const { return fact_[atom]; }

  std::size_t rule_count() const { return heads_.size(); }
  std::size_t literal_count() const { return body_.size(); }
  GroundRule rule(std::size_t index) const {
    return {heads_[index], {body_.data() + start_[index], body_.data() + start_[index + 1]}};
  }

  std::uint32_t add_atom(std::string_view name, bool open, bool fact);
  void add_rule(std::uint32_t head, std::span<const Literal> body);
  void set_open(std::uint32_t atom) { open_[atom] = true; }
  void set_fact(std::uint32_t atom) { fact_[atom] = true; }
  AtomNames& names_to_give() { return *names_; }

 private:
  std::shared_ptr<AtomNames> names_ = std::make_shared<AtomNames>();
  std::vector<bool> open_, fact_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint64_t> start_{0};
  std::vector<Literal> body_;
};

}  // namespace woodstock::ground
