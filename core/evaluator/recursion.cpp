// The part of the machine that deals with calls whose answers are not all known yet.
#include <algorithm>

#include "evaluator/machine.hpp"

namespace woodstock::evaluator {

void Machine::evaluate_recursion(Table& first) {
  Generation own{++generations_, {}, {}, {}, {}};
  Generation* const outer = generation_;
  generation_ = &own;
  const auto open = [&own](Table& table) {
    table.status = Table::kOpen;
    table.generation = own.number;
    table.queued = true;
    own.tables.push_back(&table);
    own.work.push_back(&table);
  };
  open(first);
  while (!own.work.empty()) {
    Table& table = *own.work.back();
    own.work.pop_back();
    table.queued = false;
    if (!table.started) {
      table.started = true;
      for (const auto& plan : code_.procedures[table.procedure].plans) {
        run(plan, table);
        if (table.width == 0 && table.count) break;
      }
    }
    for (std::size_t i = 0; i < table.consumers.size(); ++i) resume(table.consumers[i]);
  }
  for (Table* table : own.tables) {
    table->status = Table::kComplete;
    table->consumers.clear();
    if (table == &first) continue;
    experience[table->procedure].calls += 1;
    experience[table->procedure].answers += table->count;
  }
  generation_ = outer;
}

void Machine::resume(std::uint32_t number) {
  // Consumers and their table may grow on the way, so nothing is held by reference.
  Generation& own = *generation_;
  const auto [step, source, head, place, size, seen] = own.consumers[number];
  const Table& table = *source;
  for (auto next = seen; next < table.count; ++next) {
    if (head->width == 0 && head->count) return;
    own.consumers[number].seen = next + 1;
    Id* const registers = enter(size);
    std::copy_n(own.registers.data() + place, size, registers);
    for (std::size_t i = 0; i < step->out.size(); ++i) registers[step->out[i]] = table.answer(next)[i];
    work();
    execute(step + 1, registers, size, *head);
    top_ -= size;
  }
}

// A call within the recursion. Returns whether the clause has succeeded and nobody needs more.
bool Machine::call_inside(const Step& step, Id* registers, std::uint32_t size, Table& head, const Id* given) {
  const auto& procedure = code_.procedures[step.a];
  Table* table = &table_of(procedure, step.a, given);
  Generation& own = *generation_;
  if (table->status == Table::kComplete) {
    for (std::uint32_t i = 0; i < table->count; ++i) {
      for (std::size_t k = 0; k < step.out.size(); ++k) registers[step.out[k]] = table->answer(i)[k];
      if (execute(&step + 1, registers, size, head)) return true;
    }
    return false;
  }
  if (table->status == Table::kOpen && table->generation != own.number)
    table = &tables_for(procedure).replace(step.a, given, procedure.given, procedure.wanted);
  if (table->status == Table::kFresh) {
    table->status = Table::kOpen;
    table->generation = own.number;
    own.tables.push_back(table);
  }
  const auto place = static_cast<std::uint32_t>(own.registers.size());
  own.registers.insert(own.registers.end(), registers, registers + size);
  table->consumers.push_back(static_cast<std::uint32_t>(own.consumers.size()));
  own.consumers.push_back({&step, table, &head, place, size, 0});
  if ((answers_ += 1) > limits.most_answers) check();
  if (!table->queued) {
    table->queued = true;
    own.work.push_back(table);
  }
  return false;
}

}  // namespace woodstock::evaluator
