// Clark's completion of a ground program (paper 004 §4.1): every derived atom has one definition, a
// disjunction of conjunctions of literals. Definitions are simplified and acyclic: recursion in the ground
// rules is unrolled to its least fixpoint through auxiliary atoms, so that the definitions have the models of
// the rules.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "woodstock/ground_program.hpp"

namespace woodstock {

enum class AtomKind : std::uint8_t { constant_false, constant_true, input, derived };

class Completion {
 public:
  // Keeps what `wanted` atoms depend on. Throws std::runtime_error if an atom depends on its own negation, or
  // if unrolling recursion would take more than `literal_limit` literals.
  Completion(const GroundProgram& program, std::span<const std::uint32_t> wanted,
             std::uint64_t literal_limit);

  // Atoms of the program keep their numbers; those of unrolled recursion come after them.
  std::uint32_t atom_count() const { return static_cast<std::uint32_t>(kind_.size()); }
  AtomKind kind(std::uint32_t atom) const { return kind_[atom]; }
  std::string name(std::uint32_t atom) const;
  // Derived atoms that are needed, inputs before users.
  const std::vector<std::uint32_t>& order() const { return order_; }
  // The conjunctions of a derived atom's definition.
  std::size_t body_count(std::uint32_t atom) const { return bodies_[atom].size(); }
  const std::vector<std::vector<Literal>>& bodies(std::uint32_t atom) const { return bodies_[atom]; }
  std::size_t literal_count() const;

 private:
  void simplify(const GroundProgram& program);
  void unroll(std::vector<std::uint32_t> component, std::uint64_t literal_limit);
  void sort(std::span<const std::uint32_t> wanted, std::uint64_t literal_limit);

  std::vector<AtomKind> kind_;
  std::vector<std::vector<std::vector<Literal>>> bodies_;
  std::vector<std::uint32_t> order_;
  std::vector<std::string> names_;
};

}  // namespace woodstock
