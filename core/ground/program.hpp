// A ground logic program: atoms, each a term, and rules in compressed form.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ground/terms.hpp"

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

// What the atoms of a program are about.
struct AtomTerms {
  Terms terms;
  std::vector<TermId> of_atom;

  std::string text(std::uint32_t atom) const { return terms.text(of_atom[atom]); }
};

class GroundProgram {
 public:
  std::uint32_t atom_count() const { return static_cast<std::uint32_t>(open_.size()); }
  TermId term(std::uint32_t atom) const { return atoms_->of_atom[atom]; }
  const Terms& terms() const { return atoms_->terms; }
  Terms& terms() { return atoms_->terms; }
  std::string name(std::uint32_t atom) const { return atoms_->text(atom); }
  // For who goes on with the same atoms.
  std::shared_ptr<const AtomTerms> atoms() const { return atoms_; }
  // An open atom is an input: a fluent of the current state or a move.
  bool is_open(std::uint32_t atom) const { return open_[atom]; }
  bool is_fact(std::uint32_t atom) const { return fact_[atom]; }

  std::size_t rule_count() const { return heads_.size(); }
  std::size_t literal_count() const { return body_.size(); }
  GroundRule rule(std::size_t index) const {
    return {heads_[index], {body_.data() + start_[index], body_.data() + start_[index + 1]}};
  }

  std::uint32_t add_atom(TermId term, bool open, bool fact);
  // An atom that is a plain name.
  std::uint32_t add_atom(std::string_view name, bool open, bool fact);
  void add_rule(std::uint32_t head, std::span<const Literal> body);
  void set_open(std::uint32_t atom) { open_[atom] = true; }
  void set_fact(std::uint32_t atom) { fact_[atom] = true; }
  void set_term(std::uint32_t atom, TermId term) { atoms_->of_atom[atom] = term; }

 private:
  std::shared_ptr<AtomTerms> atoms_ = std::make_shared<AtomTerms>();
  std::vector<bool> open_, fact_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint64_t> start_{0};
  std::vector<Literal> body_;
};

}  // namespace woodstock::ground
