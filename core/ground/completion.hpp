// Clark's completion of a ground program (paper 004 §4.1): every derived atom has one definition, a
// disjunction of conjunctions of literals. Definitions are simplified and acyclic: recursion in the ground
// rules is unrolled to its least fixpoint through auxiliary atoms, so that the definitions have the models of
// the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "ground/program.hpp"

namespace woodstock::ground {

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
  using Body = std::span<const Literal>;
  // Derived atoms that are needed, inputs before users.
  const std::vector<std::uint32_t>& order() const { return order_; }
  // The conjunctions of a derived atom's definition.
  std::size_t body_count(std::uint32_t atom) const { return definition_[atom].count; }
  Body body(std::uint32_t atom, std::size_t index) const {
    const auto number = definition_[atom].first + index;
    return {literals_.data() + start_[number], literals_.data() + start_[number + 1]};
  }
  auto bodies(std::uint32_t atom) const {
    return std::views::iota(std::size_t{0}, body_count(atom)) |
           std::views::transform([this, atom](std::size_t index) { return body(atom, index); });
  }
  std::size_t literal_count() const;

 private:
  using Bodies = std::vector<std::vector<Literal>>;
  struct Definition {
    std::uint64_t first = 0;  // body
    std::uint32_t count = 0;
  };

  void simplify(const GroundProgram& program);
  void define(std::uint32_t atom, Bodies& bodies);
  std::uint32_t add(std::string name);
  void unroll(std::vector<std::uint32_t> component, std::uint64_t literal_limit);
  void sort(std::span<const std::uint32_t> wanted, std::uint64_t literal_limit);

  std::vector<AtomKind> kind_;
  // All bodies one after the other: millions of them would not fit as vectors of their own.
  std::vector<Definition> definition_;  // per atom
  std::vector<std::uint64_t> start_{0};
  std::vector<Literal> literals_;
  std::vector<std::uint32_t> order_;
  std::shared_ptr<const AtomTerms> program_atoms_;
  std::vector<std::string> fresh_names_;
};

}  // namespace woodstock::ground
