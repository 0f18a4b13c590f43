#include "search/flat/flat.hpp"

#include <algorithm>

#include "search/parallel.hpp"

namespace woodstock::search::flat {

Flat::Flat(const Engines& engines, std::uint32_t role, const Options& options)
    : role_(role),
      roles_(engines.role_count()),
      options_(options),
      expander_(engines),
      sampler_(engines, options.horizon, options.decisive) {}

void Flat::set_root(const State& state) {
  root_ = state;
  expander_.expand(state, stage_);
  moves_.clear();
  if (!stage_.terminal)
    moves_.assign(stage_.moves.begin() + stage_.first[role_], stage_.moves.begin() + stage_.first[role_ + 1]);
  tries_.assign(moves_.size(), 0);
  totals_.assign(moves_.size() * roles_, 0);
}

SearchEnd Flat::run(const Budget& budget) {
  if (moves_.empty()) return SearchEnd::kSolved;
  Random random(budget.seed);
  const auto count = static_cast<std::uint32_t>(moves_.size());
  const auto share = std::max(1U, options_.batch / count);
  std::vector<std::int32_t> prescribed(moves_.size() * roles_, -1);
  std::vector<Sampler::Start> starts;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    prescribed[i * roles_ + role_] = static_cast<std::int32_t>(moves_[i]);
    starts.push_back({&root_, share, std::span(prescribed).subspan(i * roles_, roles_)});
  }
  std::vector<double> means;
  for (std::uint64_t done = 0; !budget.spent(done); done += std::uint64_t{share} * count) {
    if (budget.out_of_time() || !sampler_.sample(starts, random, budget, means))
      return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      tries_[i] += share;
      for (std::uint32_t role = 0; role < roles_; ++role)
        totals_[i * roles_ + role] += share * means[i * roles_ + role];
    }
  }
  return SearchEnd::kSimulations;
}

SearchReport Flat::report() const {
  SearchReport report;
  report.nodes = 1;
  report.stages = 1;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    auto& move = report.moves.emplace_back(MoveReport{moves_[i], tries_[i], {}, false, 0});
    for (std::uint32_t role = 0; role < roles_ && tries_[i] > 0; ++role)
      move.values.push_back(100 * totals_[i * roles_ + role] / static_cast<double>(tries_[i]));
    report.samples += tries_[i];
    const auto& best = report.moves[report.chosen];
    if (!move.values.empty() && move.values[role_] > best.values[role_])
      report.chosen = static_cast<std::uint32_t>(i);
  }
  if (report.moves.empty()) return report;
  auto& best = report.moves[report.chosen];
  best.weight = 1;
  report.values = best.values;
  report.depth = report.samples > 0 ? 1 : 0;
  return report;
}

Kind kind() {
  return Kind::of<Options>(
      "flat", "flat Monte Carlo", "Abramson 1990",
      {{"batch", &Options::batch, "playouts", 1, kUnbounded, "playouts at once, shared out among the moves"},
       horizon_option<Options>(),
       decisive_option<Options>()},
      one_a_thread<Flat, Options>(best_mean));
}

}  // namespace woodstock::search::flat
