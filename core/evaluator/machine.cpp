#include "evaluator/machine.hpp"

#include <algorithm>
#include <cstdlib>

#include "evaluator/error.hpp"

namespace woodstock::evaluator {

namespace {

constexpr std::size_t kRegisters = 1U << 20;      // for all frames together
constexpr std::ptrdiff_t kMostStack = 4 << 20;    // bytes: threads usually have 8 MB
constexpr std::uint32_t kMostLasting = 1U << 20;  // tables kept for ever

// Where the stack is: it is what calls within calls use up.
std::ptrdiff_t stack_now() { return reinterpret_cast<std::ptrdiff_t>(__builtin_frame_address(0)); }

}  // namespace

Machine::Machine(const Program& program, const Code& code)
    : program_(program),
      code_(code),
      terms_(program.terms()),
      registers_(std::make_unique_for_overwrite<Id[]>(kRegisters)) {
  experience.resize(code.procedures.size());
  fluents_.resize(code.fluent_functors.size());
  for (Id i = 0; i < code.fluent_functors.size(); ++i) {
    fluents_[i].arity = code.fluent_arities[i];
    const Id functor = code.fluent_functors[i];
    if (functor == kAnyFluent) {
      any_fluent_ = i;
      continue;
    }
    if (functor >= fluent_relation_.size()) fluent_relation_.resize(functor + 1, kNone);
    fluent_relation_[functor] = i;
  }
  moves_.arity = 2;
  own_indexes_.reserve(code.accesses.size());  // sources point into it
  for (const auto& access : code.accesses) {
    if (access.source == Access::kMoves) {
      sources_.push_back({&moves_, nullptr, nullptr});
    } else if (access.source == Access::kFacts) {
      const auto* index = access.columns.empty() ? nullptr : &program.index(access.relation, access.columns);
      sources_.push_back({&program.facts(access.relation), index, nullptr});
    } else if (access.columns.empty()) {
      sources_.push_back({&fluents_[access.relation], nullptr, nullptr});
    } else {
      auto& own = own_indexes_.emplace_back(access.columns);
      sources_.push_back({&fluents_[access.relation], &own, &own});
    }
  }
}

void Machine::reset() {
  for (auto& tables : tables_) tables.clear();
  generation_ = nullptr;
  negated_.clear();
  top_ = 0;
  answers_ = 0;
}

void Machine::set_state(const std::vector<Id>& fluents) {
  if (tables_[0].size() > kMostLasting) tables_[0].clear();
  tables_[static_cast<std::size_t>(Lifetime::kState)].clear();
  answers_ = 0;
  generations_ = 0;  // nothing is open
  clear_moves();
  for (auto& relation : fluents_) relation.clear();
  for (auto& index : own_indexes_) index.clear();
  for (const Id fluent : fluents) {
    const auto& term = terms_[fluent];
    if (any_fluent_ != kNone) fluents_[any_fluent_].add(&fluent);
    if (term.functor >= fluent_relation_.size()) continue;
    if (const Id relation = fluent_relation_[term.functor]; relation != kNone)
      fluents_[relation].add(term.args);
  }
}

void Machine::clear_moves() {
  tables_[static_cast<std::size_t>(Lifetime::kStep)].clear();
  moves_.clear();
}

void Machine::set_moves(const std::vector<Id>& roles, const std::vector<Id>& moves) {
  clear_moves();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::array<Id, 2> row{roles[i], moves[i]};
    moves_.add(row.data());
  }
}

const Table& Machine::ask(Id procedure, const std::vector<Id>& given) {
  work_end_ = work_ + limits.most_work;
  stack_ = stack_now();
  try {
    return answered(procedure, given.data(), false);
  } catch (...) {
    reset();
    throw;
  }
}

void Machine::check() const {
  if (work_ > work_end_)
    throw LimitReached("a question about a state took more than " + std::to_string(limits.most_work) +
                       " steps: do the rules recur endlessly?");
  if (answers_ > limits.most_answers)
    throw LimitReached("more than " + std::to_string(limits.most_answers) +
                       " atoms were derived in one state: do the rules recur endlessly?");
  if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline)
    throw LimitReached("the time is up");
  if (limits.stop && limits.stop->load(std::memory_order_relaxed)) throw LimitReached("stopped");
}

Id* Machine::enter(std::size_t size) {
  if (top_ + size > kRegisters || std::abs(stack_ - stack_now()) > kMostStack)
    throw LimitReached("calls are nested too deep: do the rules recur endlessly?");
  Id* const frame = registers_.get() + top_;
  top_ += size;
  return frame;
}

Table& Machine::table_of(const Procedure& procedure, Id number, const Id* given) {
  return tables_for(procedure).at(number, given, procedure.given, procedure.wanted);
}

Table& Machine::answered(Id number, const Id* given, bool negated) {
  const auto& procedure = code_.procedures[number];
  Table* table = &table_of(procedure, number, given);
  if (table->status == Table::kComplete) return *table;
  work();
  if (table->status == Table::kOpen) {
    // Only a negated call can meet a call of its own recursion that is not answered yet.
    auto& tables = tables_for(procedure);
    for (const Table* each : negated_)
      if (each->procedure == number && std::equal(given, given + procedure.given, tables.key(*each)))
        throw EvaluationError(
            "the rules have no single meaning in this state: a relation depends on its own negation");
    table = &tables.replace(number, given, procedure.given, procedure.wanted);
  }
  if (negated) negated_.push_back(table);
  evaluate(*table);
  if (negated) negated_.pop_back();
  return *table;
}

void Machine::evaluate(Table& table) {
  const auto& procedure = code_.procedures[table.procedure];
  const auto before = work_;
  if (procedure.recursive) {
    evaluate_recursion(table);
  } else {
    for (const auto& plan : procedure.plans) {
      run(plan, table);
      if (table.width == 0 && table.count) break;
    }
    table.status = Table::kComplete;
  }
  auto& seen = experience[table.procedure];
  seen.calls += 1;
  seen.answers += table.count;
  seen.work += static_cast<double>(work_ - before);
}

void Machine::run(const Plan& plan, Table& table) {
  const auto size = plan.image.size();
  Id* const registers = enter(size);
  std::copy(plan.image.begin(), plan.image.end(), registers);
  const auto& procedure = code_.procedures[table.procedure];
  const Id* const given = tables_for(procedure).key(table);
  std::copy(given, given + procedure.given, registers);
  execute(plan.steps.data(), registers, static_cast<std::uint32_t>(size), table);
  top_ -= size;
}

bool Machine::emit(const Step& step, const Id* registers, Table& head) {
  if (head.width == 0) {
    const bool fresh = head.count == 0;
    head.count = 1;
    if (fresh && !head.consumers.empty() && !head.queued) {
      head.queued = true;
      generation_->work.push_back(&head);
    }
    return true;
  }
  Id* const values = enter(step.in.size());
  for (std::size_t i = 0; i < step.in.size(); ++i) values[i] = registers[step.in[i]];
  const bool fresh = head.add(values);
  top_ -= step.in.size();
  if (!fresh) return false;
  if (++answers_ > limits.most_answers) check();
  if (!head.consumers.empty() && !head.queued) {
    head.queued = true;
    generation_->work.push_back(&head);
  }
  return false;
}

const Machine::Source& Machine::source(Id access) {
  const auto& source = sources_[access];
  if (source.own) source.own->update(*source.relation);
  return source;
}

std::uint32_t Machine::moves_row(const Source& source, const Step& step, const Id* registers,
                                 std::uint32_t row) const {
  for (; row < source.relation->rows; ++row) {
    const auto& columns = code_.accesses[step.a].columns;
    std::size_t i = 0;
    while (i < columns.size() && source.relation->row(row)[columns[i]] == registers[step.in[i]]) ++i;
    if (i == columns.size()) return row;
  }
  return kNone;
}

std::uint32_t Machine::first_row(const Source& source, const Step& step, const Id* registers) const {
  if (source.index)
    return source.index->first(*source.relation, [&](std::size_t i) { return registers[step.in[i]]; });
  return moves_row(source, step, registers, 0);
}

std::uint32_t Machine::next_row(const Source& source, const Step& step, const Id* registers,
                                std::uint32_t row) const {
  return source.index ? source.index->next(row) : moves_row(source, step, registers, row + 1);
}

bool Machine::execute(const Step* step, Id* registers, std::uint32_t size, Table& head) {
  for (;; ++step) switch (step->kind) {
      case Step::kEqual:
        if (registers[step->a] != registers[step->b]) return false;
        break;
      case Step::kUnequal:
        if (registers[step->a] == registers[step->b]) return false;
        break;
      case Step::kTake: {
        const auto& term = terms_[registers[step->a]];
        if (term.functor != step->b) return false;
        std::copy_n(term.args, term.arity, registers + step->c);
        break;
      }
      case Step::kBuild: {
        Id* const args = enter(step->in.size());
        for (std::size_t i = 0; i < step->in.size(); ++i) args[i] = registers[step->in[i]];
        registers[step->a] = terms_.intern(step->b, {args, step->in.size()});
        top_ -= step->in.size();
        break;
      }
      case Step::kScan: {
        const auto& rows = source(step->a);
        for (auto row = first_row(rows, *step, registers); row != kNone;
             row = next_row(rows, *step, registers, row)) {
          const Id* const values = rows.relation->row(row);
          for (std::size_t i = 0; i < step->out.size(); i += 2)
            registers[step->out[i + 1]] = values[step->out[i]];
          work();
          if (execute(step + 1, registers, size, head)) return true;
        }
        return false;
      }
      case Step::kExists:
        work();
        if (first_row(source(step->a), *step, registers) == kNone) return false;
        break;
      case Step::kAbsent:
        work();
        if (first_row(source(step->a), *step, registers) != kNone) return false;
        break;
      case Step::kCall:
      case Step::kTest:
      case Step::kNot: {
        Id* const given = enter(step->in.size());
        for (std::size_t i = 0; i < step->in.size(); ++i) given[i] = registers[step->in[i]];
        work();
        if (step->inside && step->kind != Step::kNot) {
          const bool done = call_inside(*step, registers, size, head, given);
          top_ -= step->in.size();
          return done;
        }
        const Table& table = answered(step->a, given, step->kind == Step::kNot);
        top_ -= step->in.size();
        if (step->kind == Step::kCall) {
          for (std::uint32_t i = 0; i < table.count; ++i) {
            for (std::size_t k = 0; k < step->out.size(); ++k) registers[step->out[k]] = table.answer(i)[k];
            work();
            if (execute(step + 1, registers, size, head)) return true;
          }
          return false;
        }
        if ((table.count != 0) != (step->kind == Step::kTest)) return false;
        break;
      }
      case Step::kEmit:
        return emit(*step, registers, head);
    }
}

}  // namespace woodstock::evaluator
