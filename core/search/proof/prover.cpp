#include "search/proof/prover.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace woodstock::search::proof {

namespace {

constexpr std::uint32_t kPlies = 256;
constexpr std::int64_t kKnown = std::int64_t{1} << 60;

}  // namespace

Value Prover::mean(std::int64_t sum, std::int64_t outcomes) {
  return static_cast<Value>(sum >= 0 ? sum / outcomes : -((-sum + outcomes - 1) / outcomes));
}

Prover::Prover(SuccessorMaker& maker, const Engines& engines, std::uint32_t role, Side side, Value least,
               Value most)
    : maker_(maker),
      role_(role),
      role_begin_(engines.role_begin),
      side_(side),
      least_(least),
      most_(most),
      floor_(side == Side::kRole ? least : -most),
      top_(side == Side::kRole ? most : -least),
      plies_(kPlies) {
  for (auto& cutoffs : history_) cutoffs.resize(role_begin_.back());
}

std::uint32_t Prover::prover_moves(const Successors& next) const {
  if (side_ == Side::kNobody) return 1;
  return side_ == Side::kRole ? next.own : static_cast<std::uint32_t>(next.others.size());
}

std::uint32_t Prover::refuter_moves(const Successors& next) const {
  const auto others = static_cast<std::uint32_t>(next.others.size());
  if (side_ == Side::kNobody) return next.own * others;
  return side_ == Side::kRole ? others : next.own;
}

std::uint32_t Prover::joint(const Successors& next, std::uint32_t prover, std::uint32_t refuter,
                            std::uint32_t outcome) const {
  if (side_ == Side::kRole) return next.joint(prover, refuter, outcome);
  if (side_ == Side::kOthers) return next.joint(refuter, prover, outcome);
  const auto others = static_cast<std::uint32_t>(next.others.size());
  return next.joint(refuter / others, refuter % others, outcome);
}

bool Prover::out_of_budget() {
  if (nodes_ >= last_node_) return true;
  return budget_->out_of_time();
}

// By the move of the role itself, or of the first other one that has a choice.
std::int64_t& Prover::history(const Successors& next, std::uint32_t number, bool proving) {
  const auto roles = role_begin_.size() - 1;
  const bool own = side_ == Side::kNobody ? next.own > 1 : proving == (side_ == Side::kRole);
  const auto role = own ? role_ : next.mover;
  return history_[proving][role_begin_[role] + next.moves[std::size_t{number} * roles + role]];
}

// Moves that end the game or whose outcome the table knows go first, then the one that was best, then those
// that decided elsewhere.
void Prover::order(std::uint32_t ply, std::uint32_t first, bool proving, Table& table) {
  auto& [next, order, scores] = plies_[ply];
  const auto count = proving ? prover_moves(next) : refuter_moves(next);
  const auto words = maker_.words();
  order.resize(count);
  scores.resize(count);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t move = 0; move < count; ++move) {
    const auto number = proving ? joint(next, move, 0, 0) : joint(next, 0, move, 0);
    auto& score = scores[move];
    score = history(next, number, proving) + (move == first ? kKnown / 8 : 0);
    if (next.terminals[number]) {
      const auto value = result(next.goals[number]);
      score = (proving ? value > floor_ : value < top_) ? kKnown : -kKnown;
    } else if (const auto* entry =
                   table.find(Table::key(std::span(next.states).subspan(std::size_t{number} * words, words),
                                         static_cast<std::uint64_t>(side_)))) {
      if (entry->proven > floor_) score = proving ? kKnown / 2 : -kKnown / 2;
      if (entry->depth == Entry::kAnyDepth && entry->refuted < top_)
        score = proving ? -kKnown / 2 : kKnown / 2;
    }
  }
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
}

Value Prover::child(std::uint32_t ply, std::uint32_t prover, std::uint32_t refuter, std::uint32_t depth,
                    Value alpha, Value beta, Table& table) {
  const auto& next = plies_[ply].next;
  const auto words = maker_.words();
  const auto outcomes = next.chance;
  std::int64_t sum = 0;
  for (std::uint32_t outcome = 0; outcome < outcomes && !aborted_; ++outcome) {
    const auto number = joint(next, prover, refuter, outcome);
    if (next.terminals[number]) {
      sum += result(next.goals[number]);
    } else if (depth <= 1) {
      cut_ = true;
      sum += floor_;
    } else {
      const auto state = std::span(next.states).subspan(std::size_t{number} * words, words);
      sum += outcomes > 1 ? search(state, depth - 1, floor_ - 1, top_, ply + 1, table)
                          : search(state, depth - 1, alpha, beta, ply + 1, table);
    }
  }
  return mean(sum, outcomes);
}

Value Prover::search(std::span<const std::uint64_t> state, std::uint32_t depth, Value alpha, Value beta,
                     std::uint32_t ply, Table& table) {
  const auto key = Table::key(state, static_cast<std::uint64_t>(side_));
  auto known = floor_ - 1;
  std::uint32_t first_prover = 0, first_refuter = 0;
  if (const auto* entry = table.find(key)) {
    if (entry->proven >= beta || entry->proven >= top_) return entry->proven;
    if (entry->depth >= depth && (entry->refuted <= alpha || entry->refuted <= entry->proven)) {
      cut_ = cut_ || entry->depth != Entry::kAnyDepth;
      return std::max(entry->refuted, entry->proven);
    }
    known = std::max(known, entry->proven);
    alpha = std::max(alpha, known);
    first_prover = entry->prover;
    first_refuter = entry->refuter;
  }
  if (out_of_budget()) {
    aborted_ = true;
    return floor_;
  }
  ++nodes_;
  auto& here = plies_[ply];
  maker_.expand(state, here.next);
  const auto& next = here.next;
  if (next.too_many || ply + 1 == kPlies) {
    cut_ = true;
    return floor_;
  }
  if (next.terminal) return result(next.goal);

  const auto provers = prover_moves(next), refuters = refuter_moves(next);
  const bool sorted = depth > 1 && (provers > 1 || refuters > 1);
  const bool by_prover = provers > 1;
  if (sorted) order(ply, by_prover ? first_prover : first_refuter, by_prover, table);
  const bool cut_before = std::exchange(cut_, false);
  Value best = floor_ - 1;
  std::uint32_t best_prover = 0, best_refuter = 0;
  for (std::uint32_t i = 0; i < provers && best < beta && !aborted_; ++i) {
    const auto prover = sorted && by_prover ? here.order[i] : i;
    Value worst = top_ + 1;
    std::uint32_t answer = 0;
    for (std::uint32_t j = 0; j < refuters && !aborted_; ++j) {
      const auto refuter = sorted && !by_prover ? here.order[j] : j;
      const auto value =
          child(ply, prover, refuter, depth, std::max(alpha, best), std::min(beta, worst), table);
      if (value < worst) {
        worst = value;
        answer = refuter;
      }
      if (worst <= std::max(alpha, best)) {
        if (refuters > 1 && depth > 1) history(next, joint(next, prover, refuter, 0), false) += depth * depth;
        break;
      }
    }
    if (worst > best) {
      best = worst;
      best_prover = prover;
      best_refuter = answer;
    }
  }
  best = std::max(best, known);
  if (!aborted_) {
    if (best >= beta && provers > 1 && depth > 1)
      history(next, joint(next, best_prover, best_refuter, 0), true) += depth * depth;
    auto& entry = table.claim(key, static_cast<std::uint8_t>(depth));
    if (best > alpha && best > floor_ && best >= entry.proven) {
      const bool shorter = best > entry.proven || depth < entry.shown;
      if (shorter) entry.shown = static_cast<std::uint8_t>(depth);
      entry.proven = best;
    }
    const auto reach = cut_ ? static_cast<std::uint8_t>(depth) : Entry::kAnyDepth;
    if (best < beta && reach >= entry.depth) {
      entry.refuted = best;
      entry.depth = reach;
    }
    entry.prover = static_cast<std::uint16_t>(best_prover);
    entry.refuter = static_cast<std::uint16_t>(best_refuter);
    entry.searched = static_cast<std::uint8_t>(depth);
  }
  // What is proven stands whatever was cut off on the way.
  cut_ = best >= beta ? cut_before : (cut_ || cut_before);
  return best;
}

void Prover::follow(std::vector<std::uint64_t> state, Table& table,
                    std::vector<std::vector<std::uint32_t>>& line) {
  auto& next = plies_[0].next;
  const auto words = maker_.words();
  const auto roles = role_begin_.size() - 1;
  for (std::uint32_t step = 0; step < kPlies; ++step) {
    const auto* entry = table.find(Table::key(state, static_cast<std::uint64_t>(side_)));
    if (entry == nullptr || entry->proven < top_) return;
    maker_.expand(state, next);
    if (next.terminal || next.too_many) return;
    if (entry->prover >= prover_moves(next) || entry->refuter >= refuter_moves(next)) return;
    const auto number = joint(next, entry->prover, entry->refuter, 0);
    const auto* moves = next.moves.data() + number * roles;
    line.emplace_back(moves, moves + roles);
    if (next.terminals[number]) return;
    state.assign(next.states.data() + number * words, next.states.data() + (number + 1) * words);
  }
}

}  // namespace woodstock::search::proof
