// Runs procedures: top-down, each call once (tabling), so that only what a question needs is derived.
//
// A call outside its own recursion is answered completely before it is used. Within a recursion, a call whose
// answers are not all known leaves a consumer behind that goes on with every later answer; the recursion is
// complete when nothing is left to do (Chen and Warren, "Tabled evaluation with delaying for general logic
// programs", 1996, without the delaying). A negated call is answered by a generation of its own, so negation
// may run through a relation's own recursion as long as no call depends on its own negation.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "evaluator/plan.hpp"
#include "evaluator/program.hpp"
#include "evaluator/tables.hpp"

namespace woodstock::evaluator {

struct Limits {
  std::uint64_t most_work = 300'000'000;   // steps for one question
  std::uint64_t most_answers = 5'000'000;  // alive at once
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* stop = nullptr;
};

class Machine {
 public:
  Machine(const Program& program, const Code& code);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Limits limits;

  void set_state(const std::vector<Id>& fluents);
  void set_moves(const std::vector<Id>& roles, const std::vector<Id>& moves);
  void clear_moves();
  // The answers of a procedure; they stay valid until the state or the moves change.
  const Table& ask(Id procedure, const std::vector<Id>& given);

  std::vector<Experience> experience;  // per procedure
  std::uint64_t work_done() const { return work_; }

 private:
  struct Consumer {
    const Step* step;               // the call
    Table* source;                  // of its answers
    Table* head;                    // of the clause
    std::uint32_t registers, size;  // the registers as they were
    std::uint32_t seen = 0;         // answers consumed
  };
  struct Generation {
    std::uint32_t number;
    std::vector<Table*> tables, work;
    std::vector<Consumer> consumers;
    std::vector<Id> registers;
  };
  struct Source {
    const Relation* relation;
    const Index* index;  // none: all rows, or the few moves
    Index* own;          // to be brought up to date
  };

  Table& table_of(const Procedure& procedure, Id number, const Id* given);
  Table& answered(Id procedure, const Id* given, bool negated);
  void evaluate(Table& table);
  void evaluate_recursion(Table& table);
  void run(const Plan& plan, Table& table);
  void resume(std::uint32_t consumer);
  bool execute(const Step* step, Id* registers, std::uint32_t size, Table& head);
  bool call_inside(const Step& step, Id* registers, std::uint32_t size, Table& head, const Id* given);
  bool emit(const Step& step, const Id* registers, Table& head);
  std::uint32_t first_row(const Source& source, const Step& step, const Id* registers) const;
  std::uint32_t next_row(const Source& source, const Step& step, const Id* registers,
                         std::uint32_t row) const;
  std::uint32_t moves_row(const Source& source, const Step& step, const Id* registers,
                          std::uint32_t row) const;
  const Source& source(Id access);
  Id* enter(std::size_t size);
  void work() {
    if ((++work_ & 0xfff) == 0) check();
  }
  void check() const;
  void reset();
  Tables& tables_for(const Procedure& procedure) {
    return tables_[static_cast<std::size_t>(procedure.lifetime)];
  }

  const Program& program_;
  const Code& code_;
  Terms& terms_;
  std::vector<Id> fluent_relation_;  // by functor
  Id any_fluent_ = kNone;
  std::vector<Relation> fluents_;
  Relation moves_;
  std::vector<Index> own_indexes_;
  std::vector<Source> sources_;
  std::array<Tables, kLifetimes> tables_;
  Generation* generation_ = nullptr;
  std::uint32_t generations_ = 0;
  std::vector<Table*> negated_;  // calls under negation that are being answered
  std::unique_ptr<Id[]> registers_;
  std::size_t top_ = 0;
  std::uint64_t work_ = 0, work_end_ = 0, answers_ = 0;
  std::ptrdiff_t stack_ = 0;  // where the question was asked
};

}  // namespace woodstock::evaluator
