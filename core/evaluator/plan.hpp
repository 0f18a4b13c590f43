// What the planner writes and the machine runs.
//
// A procedure answers one relation for one way of calling it: some arguments are given, some are wanted,
// others do not matter. Each of its plans runs one clause: a row of steps over registers, in which a step
// that yields several rows is a loop around all later ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "evaluator/relation.hpp"
#include "evaluator/terms.hpp"

namespace woodstock::evaluator {

struct Step {
  enum Kind : std::uint8_t {
    kEqual,    // registers a and b hold the same term
    kUnequal,  // or not
    kTake,     // register a holds a term of functor b: its arguments go to registers c, c + 1, ...
    kBuild,    // register a becomes the term of functor b with the arguments `in`
    kScan,     // for each row of access a with the key `in`: columns to registers, as `out` says in pairs
    kExists,   // access a has a row with the key `in`
    kAbsent,   // access a has none
    kCall,     // for each answer of procedure a to `in`: to the registers `out`
    kTest,     // procedure a has an answer to `in`
    kNot,      // procedure a has none
    kEmit,     // the registers `in` are an answer
  };
  Kind kind;
  bool inside = false;  // a call of a procedure that may call this one
  Id a = 0, b = 0, c = 0;
  std::vector<std::uint16_t> in, out;
};

struct Plan {
  std::vector<Step> steps;
  std::vector<Id> image;  // the registers at first: room for what is given, then constants
};

// How long answers stay true: for ever, for a state, for a state and the moves made in it.
enum class Lifetime : std::uint8_t { kGame, kState, kStep };
constexpr std::size_t kLifetimes = 3;

struct Procedure {
  Id predicate;
  std::string signature;  // how it is called; see the planner
  std::uint16_t given = 0, wanted = 0;
  Lifetime lifetime = Lifetime::kGame;
  bool recursive = false;
  std::vector<Plan> plans;
};

// A relation whose rows are given, and the columns by which they are looked up.
struct Access {
  enum Source : std::uint8_t { kFacts, kFluents, kMoves };
  Source source;
  Id relation;  // number among the program's facts, or among the code's fluent relations
  Columns columns;
  friend bool operator==(const Access&, const Access&) = default;
};

constexpr Id kAnyFluent = kNone;  // the relation of all fluents, with one column

struct Code {
  std::vector<Procedure> procedures;
  std::vector<Access> accesses;
  std::vector<Id> fluent_functors;  // per fluent relation, its functor or kAnyFluent
  std::vector<std::uint16_t> fluent_arities;
};

}  // namespace woodstock::evaluator
