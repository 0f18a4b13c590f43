#include "search/factored/factored.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace woodstock::search::factored {

using namespace proof;

namespace {

constexpr double kNodesASimulation = 0.25;  // stages that a proof expands in the time of a simulation, about
constexpr auto kSlice = std::chrono::milliseconds(50);

State projected(const State& state, std::span<const std::uint32_t> fluents) {
  std::vector<std::uint32_t> held;
  std::ranges::copy_if(fluents, std::back_inserter(held), [&](std::uint32_t f) { return state.holds(f); });
  return State(state.fluent_count(), held);
}

const MoveReport* entry_of(const SearchReport& report, std::uint32_t move) {
  const auto found = std::ranges::find(report.moves, move, &MoveReport::move);
  return found == report.moves.end() ? nullptr : &*found;
}

}  // namespace

FactoredSearch::FactoredSearch(const Engines& whole, std::uint32_t role, std::vector<Board> boards,
                               double share)
    : role_(role), boards_(std::move(boards)), share_(share), stepper_(whole.stepper) {
  if (boards_.empty()) throw std::invalid_argument("a game needs a board");
}

void FactoredSearch::set_root(const State& state) {
  stepper_.load(state);
  legal_ = stepper_.terminal() ? std::vector<std::uint32_t>{} : stepper_.legal(role_);
  proofs_.assign(boards_.size(), {});
  active_ = 0;
  choice_ = false;
  for (std::size_t b = 0; b < boards_.size(); ++b) {
    const auto& board = boards_[b];
    const auto here = projected(state, board.fluents);
    board.search->set_root(here);
    if (board.proof != nullptr && !stepper_.terminal()) board.proof->set_root(here);
    const auto differ = [&](std::uint32_t move) {
      return board.representative[move] != board.representative[legal_[0]];
    };
    if (!choice_ && std::ranges::any_of(legal_, differ)) {
      active_ = b;
      choice_ = true;
    }
  }
}

SearchEnd FactoredSearch::run(const Budget& budget) {
  if (legal_.empty()) return SearchEnd::kSolved;
  const bool limited = budget.deadline || budget.simulations;
  return choice_ && limited ? search_active(budget) : search_all(budget);
}

SearchEnd FactoredSearch::search_active(const Budget& budget) {
  const auto& board = boards_[active_];
  if (board.proof != nullptr && share_ > 0) {
    auto part = budget;
    const auto now = Budget::Time::now();
    if (budget.deadline) {
      const auto left = std::chrono::duration<double>(*budget.deadline - now) * share_;
      part.deadline = now + std::chrono::duration_cast<Budget::Time::duration>(left);
    }
    if (budget.simulations)
      part.simulations =
          static_cast<std::uint64_t>(share_ * kNodesASimulation * static_cast<double>(*budget.simulations)) +
          1;
    board.proof->run(part);
    proofs_[active_] = board.proof->report();
  }
  auto rest = budget;
  rest.memory = budget.memory / boards_.size();
  return board.search->run(rest);
}

SearchEnd FactoredSearch::search_all(const Budget& budget) {
  auto part = budget;
  part.memory = budget.memory / boards_.size();
  if (budget.simulations) part.simulations = *budget.simulations / boards_.size();
  std::vector<bool> solved(boards_.size(), false);
  for (std::uint64_t round = 0; std::ranges::find(solved, false) != solved.end(); ++round) {
    for (std::size_t b = 0; b < boards_.size(); ++b) {
      if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
      if (solved[b]) continue;
      part.deadline = Budget::Time::now() + kSlice;
      if (budget.deadline) part.deadline = std::min(*part.deadline, *budget.deadline);
      if (budget.simulations) part.deadline = budget.deadline;
      part.seed = budget.seed + (round << 40);
      solved[b] = boards_[b].search->run(part) == SearchEnd::kSolved;
    }
    if (budget.simulations) return SearchEnd::kSimulations;
  }
  return SearchEnd::kSolved;
}

SearchReport FactoredSearch::report() const {
  const auto& board = boards_[active_];
  auto report = board.search->report();
  const auto chosen = report.moves.empty() ? 0 : report.moves[preferred(report)].move;
  std::vector<MoveReport> moves;
  report.chosen = 0;
  for (const auto move : legal_) {
    const auto* entry = entry_of(report, board.representative[move]);
    auto& made = moves.emplace_back(entry != nullptr ? *entry : MoveReport{});
    made.move = move;
    made.proven = false;
    if (entry != nullptr && entry->move == chosen &&
        board.representative[moves[report.chosen].move] != chosen)
      report.chosen = static_cast<std::uint32_t>(moves.size() - 1);
    made.weight = 0;
  }
  report.moves = std::move(moves);
  report.proven = false;
  report.line.clear();
  if (report.moves.empty()) return report;
  auto& best = report.moves[report.chosen];
  best.weight = 1;
  if (!best.values.empty()) report.values = best.values;
  return report;
}

std::uint32_t FactoredSearch::preferred(const SearchReport& report) const {
  const auto& proof = proofs_[active_];
  if (proof.moves.empty()) return report.chosen;
  // Wins first, the shortest of them; then what is not known to be lost, as the search prefers; then the
  // longest resistance.
  const auto rank = [&](std::size_t index) {
    const auto& entry = report.moves[index];
    const auto shown = std::ranges::find(proof.moves, entry.move, &proof::Move::move);
    const auto value = entry.values.empty() ? -1.0 : entry.values[role_];
    const auto visits = static_cast<double>(entry.visits);
    const double own = index == report.chosen ? 1 : 0;
    if (shown != proof.moves.end() && shown->low >= proof.most && proof.most > proof.least)
      return std::tuple(2, -static_cast<double>(shown->low_depth), own, value);
    const bool lost =
        (shown != proof.moves.end() && shown->high <= proof.least) || (entry.proven && value <= proof.least);
    if (!lost) return std::tuple(1, own, visits, value);
    const auto depth =
        shown != proof.moves.end() && shown->high <= proof.least ? shown->high_depth : proof.depth + 1;
    return std::tuple(0, static_cast<double>(depth), own, value);
  };
  std::size_t best = 0;
  for (std::size_t index = 1; index < report.moves.size(); ++index)
    if (rank(index) > rank(best)) best = index;
  return static_cast<std::uint32_t>(best);
}

}  // namespace woodstock::search::factored
