#include "lanes/lowering.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "lanes/choice.hpp"

namespace woodstock::lanes {

using namespace circuit;

namespace {

constexpr LaneValue kUnknown = std::numeric_limits<LaneValue>::max();

// Computes circuit nodes as rows, on demand and depth first so that values are used soon after they are made.
// A gate whose inputs are all complemented is kept as the OR of its inputs, that is inverted; every other
// gate is the AND of its plain inputs less the OR of the complemented ones: no complement is ever computed
// inside the circuit.
class GateLowering {
 public:
  // The fluents' rows begin at `fluents`.
  GateLowering(const Circuit& circuit, Builder& builder, Place fluents)
      : circuit_(circuit),
        builder_(builder),
        value_(circuit.node_count(), kUnknown),
        inverted_(value_.size()) {
    value_[0] = Builder::kZero;
    for (std::uint32_t f = 0; f < circuit.fluent_count(); ++f)
      value_[circuit.fluent_node(f)] = builder.input({fluents.segment, fluents.row + f});
  }

  void set(std::uint32_t node, LaneValue value) { value_[node] = value; }

  LaneValue row(Signal signal) {
    const auto node = node_of(signal);
    if (value_[node] == kUnknown) compute(node);
    const bool inverted = inverted_[node] != complemented(signal);
    return inverted ? builder_.complement(value_[node]) : value_[node];
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::uint32_t done;
    std::vector<Signal> inputs;
    LaneValue plain = kUnknown;   // AND of the plain inputs so far
    LaneValue barred = kUnknown;  // OR of the complemented inputs so far
  };

  Frame frame(std::uint32_t node) const {
    const auto inputs = circuit_.inputs(node);
    Frame result{node, 0, {inputs.begin(), inputs.end()}};
    std::ranges::stable_partition(result.inputs, [&](Signal s) { return value_[node_of(s)] != kUnknown; });
    return result;
  }

  void compute(std::uint32_t root) {
    std::vector<Frame> stack{frame(root)};
    while (!stack.empty()) {
      auto& top = stack.back();
      if (top.done < top.inputs.size()) {
        const auto s = top.inputs[top.done];
        const auto value = value_[node_of(s)];
        if (value == kUnknown) {
          stack.push_back(frame(node_of(s)));
          continue;
        }
        ++top.done;
        if (inverted_[node_of(s)] != complemented(s)) {
          top.barred = top.barred == kUnknown ? value : builder_.disjunction(top.barred, value);
        } else {
          top.plain = top.plain == kUnknown ? value : builder_.conjunction(top.plain, value);
        }
        continue;
      }
      if (top.plain == kUnknown) {
        value_[top.node] = top.barred;
        inverted_[top.node] = true;
      } else {
        value_[top.node] = top.barred == kUnknown ? top.plain : builder_.difference(top.plain, top.barred);
      }
      stack.pop_back();
    }
  }

  const Circuit& circuit_;
  Builder& builder_;
  std::vector<LaneValue> value_;
  std::vector<bool> inverted_;
};

class TaskLowering {
 public:
  TaskLowering(const Circuit& circuit, const Layout& layout, LaneTask task,
               const DecisiveMoves* decisive = nullptr, std::span<const Ranking> rankings = {})
      : circuit_(circuit),
        decisive_(decisive),
        rankings_(rankings),
        layout_(layout),
        gates_(circuit, builder_,
               task == LaneTask::kHarvest ? Place{Segment::kScratch, layout.harvest}
                                          : Place{Segment::kCurrent, 0}) {}

  LaneProgram lower(LaneTask task) {
    const bool chooses = task == LaneTask::kPlay || task == LaneTask::kRecord;
    const bool given = task == LaneTask::kGiven || task == LaneTask::kNext;
    const bool goals = task == LaneTask::kGoals || task == LaneTask::kHarvest;
    if (task == LaneTask::kThreat) output(layout_.threat, gates_.row(decisive_->threat));
    if (!goals && task != LaneTask::kNext) output(layout_.terminal, gates_.row(circuit_.terminal));
    if (given) {
      for (std::uint32_t m = 0; m < circuit_.move_count(); ++m)
        gates_.set(circuit_.move_node(m), scratch(layout_.given + m));
    } else if (chooses) {
      for (std::uint32_t role = 0; role < circuit_.role_count(); ++role) choose(role, task);
      if (task == LaneTask::kRecord) output(layout_.illegal, illegal_);
    }
    if (chooses || given)
      for (std::uint32_t f = 0; f < circuit_.fluent_count(); ++f)
        builder_.output(gates_.row(circuit_.next[f]), {Segment::kNext, f});
    if (task == LaneTask::kGiven || task == LaneTask::kLegal)
      for (std::uint32_t m = 0; m < circuit_.move_count(); ++m)
        output(layout_.legal + m, gates_.row(circuit_.legal[m]));
    if (task == LaneTask::kGiven || task == LaneTask::kRecord)
      for (std::uint32_t p = 0; p < circuit_.percepts.size(); ++p)
        output(layout_.percepts + p, gates_.row(circuit_.percepts[p].signal));
    if (task == LaneTask::kGiven || task == LaneTask::kStatus || goals)
      for (std::uint32_t g = 0; g < circuit_.goals.size(); ++g)
        output(layout_.goals + g, gates_.row(circuit_.goals[g].signal));
    auto program = std::move(builder_).finish();
    program.random_rows = random_rows_;
    program.open_moves = std::move(open_moves_);
    return program;
  }

 private:
  LaneValue scratch(std::uint32_t row) { return builder_.input({Segment::kScratch, row}); }
  void output(std::uint32_t row, LaneValue value) { builder_.output(value, {Segment::kScratch, row}); }

  // The moves of a role that may be legal; a single one is taken for granted (`Circuit::specialised`).
  void choose(std::uint32_t role, LaneTask task) {
    std::vector<std::uint32_t> open;
    for (auto m = circuit_.role_begin(role); m < circuit_.role_begin(role + 1); ++m) {
      if (circuit_.legal[m] != kFalse) open.push_back(m);
      gates_.set(circuit_.move_node(m), Builder::kZero);
    }
    open_moves_.insert(open_moves_.end(), open.begin(), open.end());
    const bool recorded = task == LaneTask::kRecord;
    if (open.size() == 1) {
      gates_.set(circuit_.move_node(open[0]), Builder::kOnes);
      if (recorded) output(layout_.does + open[0], Builder::kOnes);
      return;
    }
    const auto count = static_cast<std::uint32_t>(open.size());
    std::vector<LaneValue> random;
    for (std::uint32_t i = 0; i < random_rows_for(count); ++i)
      random.push_back(scratch(layout_.random + random_rows_++));
    const auto excluded = recorded ? scratch(layout_.prescribed + role) : Builder::kZero;
    const auto eligible = eligible_rows(role, open);
    const auto row = [&](std::uint32_t i) {
      return eligible.empty() ? gates_.row(circuit_.legal[open[i]]) : eligible[i];
    };
    auto chosen = choose_uniformly(builder_, count, row, random, excluded);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (recorded) {
        const auto given = scratch(layout_.given + open[i]);
        chosen[i] = builder_.disjunction(chosen[i], given);
        illegal_ =
            builder_.disjunction(illegal_, builder_.difference(given, gates_.row(circuit_.legal[open[i]])));
        output(layout_.does + open[i], chosen[i]);
      }
      gates_.set(circuit_.move_node(open[i]), chosen[i]);
    }
  }

  // Empty where all legal moves are.
  std::vector<LaneValue> eligible_rows(std::uint32_t role, const std::vector<std::uint32_t>& open) {
    std::vector<LaneValue> rows;
    if (decisive_ != nullptr && decisive_->covers(role)) rows = decisive_rows(open);
    if (rankings_.empty() || static_cast<std::int32_t>(role) == circuit_.chance_role()) return rows;
    if (rows.empty())
      for (const auto m : open) rows.push_back(gates_.row(circuit_.legal[m]));
    return preferred_rows(open, rows);
  }

  // Of some moves those whose rank is at most the best one's plus the lane's patience.
  std::vector<LaneValue> preferred_rows(const std::vector<std::uint32_t>& open,
                                        const std::vector<LaneValue>& some) {
    std::vector<std::array<LaneValue, kRanks>>
        by_rank;  // per move: the lanes in which it is among them and so ranked
    std::array<LaneValue, kRanks> present{}, accepted{};
    for (std::size_t i = 0; i < open.size(); ++i) {
      auto& rows = by_rank.emplace_back();
      rank(rankings_[open[i]], 0, some[i], rows);
      for (std::uint32_t r = 0; r < kRanks; ++r) present[r] = builder_.disjunction(present[r], rows[r]);
    }
    // A rank is accepted if for some i at most the patience no move is more than i ranks better.
    std::vector<LaneValue> patient{Builder::kOnes};
    for (std::uint32_t r = 1; r < kRanks; ++r) {
      present[r] = builder_.disjunction(present[r], present[r - 1]);
      patient.push_back(builder_.conjunction(patient.back(), scratch(layout_.random + random_rows_++)));
    }
    for (std::uint32_t r = 0; r < kRanks; ++r) {
      accepted[r] = patient[r];
      for (std::uint32_t i = 0; i < r; ++i)
        accepted[r] = builder_.disjunction(accepted[r], builder_.difference(patient[i], present[r - i - 1]));
    }
    std::vector<LaneValue> rows;
    for (const auto& ranked : by_rank) {
      rows.push_back(Builder::kZero);
      for (std::uint32_t r = 0; r < kRanks; ++r)
        rows.back() = builder_.disjunction(rows.back(), builder_.conjunction(ranked[r], accepted[r]));
    }
    return rows;
  }

  void rank(const Ranking& ranking, std::uint32_t at, LaneValue lanes, std::array<LaneValue, kRanks>& rows) {
    const auto& node = ranking.nodes[at];
    if (node.fluent < 0) {
      rows[node.rank] = builder_.disjunction(rows[node.rank], lanes);
      return;
    }
    const auto holds = gates_.row(signal_of(circuit_.fluent_node(static_cast<std::uint32_t>(node.fluent))));
    rank(ranking, node.with, builder_.conjunction(lanes, holds), rows);
    rank(ranking, node.without, builder_.difference(lanes, holds), rows);
  }

  // The moves to choose from: those that win, if there are any, else the legal ones less the blunders, if
  // that leaves any.
  std::vector<LaneValue> decisive_rows(const std::vector<std::uint32_t>& open) {
    std::vector<LaneValue> rows, wins, blunders;
    auto won = Builder::kZero, safe = Builder::kZero;
    for (const auto m : open) {
      rows.push_back(gates_.row(circuit_.legal[m]));
      wins.push_back(gates_.row(decisive_->wins[m]));
      won = builder_.disjunction(won, wins.back());
      if (decisive_->blunders.empty()) continue;
      blunders.push_back(gates_.row(decisive_->blunders[m]));
      safe = builder_.disjunction(safe, builder_.difference(rows.back(), blunders.back()));
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!blunders.empty()) rows[i] = builder_.difference(rows[i], builder_.conjunction(blunders[i], safe));
      rows[i] = builder_.disjunction(wins[i], builder_.difference(rows[i], won));
    }
    return rows;
  }

  const Circuit& circuit_;
  const DecisiveMoves* decisive_;
  std::span<const Ranking> rankings_;  // empty: moves are chosen evenly
  const Layout& layout_;
  Builder builder_;
  GateLowering gates_;
  std::uint32_t random_rows_ = 0;
  std::vector<std::uint32_t> open_moves_;
  LaneValue illegal_ = Builder::kZero;
};

}  // namespace

Layout::Layout(const Circuit& circuit) {
  const auto moves = circuit.move_count();
  random = threat + 1;
  prescribed = random;
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    prescribed += random_rows_for(circuit.role_begin(role + 1) - circuit.role_begin(role)) + kRanks - 1;
  given = prescribed + circuit.role_count();
  does = given + moves;
  legal = does + moves;
  percepts = legal + moves;
  goals = percepts + static_cast<std::uint32_t>(circuit.percepts.size());
  harvest = goals + static_cast<std::uint32_t>(circuit.goals.size());
  end = harvest + circuit.fluent_count();
}

LaneProgram lower(const Circuit& circuit, const Layout& layout, LaneTask task) {
  return TaskLowering(circuit, layout, task).lower(task);
}

LaneProgram lower(const DecisiveMoves& decisive, const Layout& layout, LaneTask task) {
  return TaskLowering(decisive.circuit, layout, task, &decisive).lower(task);
}

LaneProgram lower(const DecisiveMoves& decisive, std::span<const Ranking> rankings, const Layout& layout,
                  LaneTask task) {
  return TaskLowering(decisive.circuit, layout, task, &decisive, rankings).lower(task);
}

LaneProgram lower(const Circuit& circuit, std::span<const Ranking> rankings, const Layout& layout,
                  LaneTask task) {
  return TaskLowering(circuit, layout, task, nullptr, rankings).lower(task);
}

}  // namespace woodstock::lanes
