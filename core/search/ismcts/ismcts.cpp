#include "search/ismcts/ismcts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "search/kind.hpp"
#include "search/parallel.hpp"
#include "search/tree.hpp"

namespace woodstock::search::ismcts {

using namespace information;

namespace {

constexpr std::uint32_t kFirstForgotten = 64;  // visits
constexpr std::uint32_t kFewest = 16;          // visits of a set whose role is expected to act by it

}  // namespace

Ismcts::Ismcts(const Engines& engines, std::uint32_t role, const Options& options)
    : InformationSearch(engines, role, options.views, options.plays),
      options_(options),
      sampler_(engines, options.horizon),
      paths_(options.leaves),
      learns_(engines.role_count()),
      joint_(engines.role_count()) {
  for (auto& path : paths_) path.rewards.resize(roles_);
}

void Ismcts::begin(std::span<const World> /*worlds*/) {
  depth_ = 0;
  tries_.assign(moves_.size(), 0);
}

SearchEnd Ismcts::run(const Budget& budget) {
  if (moves_.empty()) return SearchEnd::kSolved;
  random_ = Random(budget.seed);
  views_.look_around(budget, random_);
  std::vector<Sampler::Start> starts;
  std::vector<double> means;
  for (std::uint64_t done = 0; !budget.spent(done);) {
    if (budget.out_of_time()) return budget.stopped() ? SearchEnd::kStopped : SearchEnd::kDeadline;
    growing_ = make_room(budget);
    starts.clear();
    for (auto& path : paths_) {
      descend(path);
      if (!path.over) starts.push_back({&path.leaf, options_.playouts});
    }
    const bool sampled = starts.empty() || sampler_.sample(starts, random_, budget, means);
    std::size_t start = 0;
    for (auto& path : paths_) {
      if (!path.over && sampled)
        std::ranges::copy(std::span(means).subspan(start++ * roles_, roles_), path.rewards.begin());
      if (path.over || sampled) {
        back_up(path);
        done += path.over ? 1 : options_.playouts;
        samples_ += path.over ? 1 : options_.playouts;
      } else {
        for (const auto& step : path.steps) {
          auto& choice = step.set->choices[step.place];
          --choice.visits;
          --choice.open;
        }
      }
    }
  }
  return SearchEnd::kSimulations;
}

bool Ismcts::make_room(const Budget& budget) {
  if (sets_.bytes() > Tree::allowance(budget) && swept_ != root_number_) {
    sets_.forget_before(root_number_);
    swept_ = root_number_;
  }
  return sets_.bytes() <= Tree::allowance(budget);
}

// From a drawn state down the sets, until one that was never visited has had its move.
void Ismcts::descend(Path& path) {
  const auto& view = views_.draw(options_.others, random_);
  const auto& root = Views::draw(view.roots, random_);
  for (std::uint32_t role = 0; role < roles_; ++role) learns_[role] = views_.learns(view, root, role);
  observer_.load(root.state, root.keys);
  path.steps.clear();
  path.first = -1;
  std::uint32_t depth = 0;
  bool more = true;
  for (; more && depth < options_.horizon && !observer_.stepper().terminal(); ++depth) {
    more = choose_all(path, view.role);
    if (depth == 0 && &view == views_.views().data()) path.first = static_cast<std::int32_t>(joint_[role_]);
    observer_.advance(joint_);
  }
  depth_ = std::max(depth_, depth);
  path.over = observer_.stepper().terminal();
  if (path.over)
    observer_.rewards(path.rewards);
  else
    path.leaf = observer_.stepper().state();
}

// A move for every role; false if a set was new.
bool Ismcts::choose_all(Path& path, std::uint32_t viewer) {
  bool fresh = false;
  std::uint32_t choosing = 0;
  for (std::uint32_t role = 0; role < roles_; ++role)
    choosing += static_cast<std::int32_t>(role) != chance_ && observer_.stepper().legal_count(role) > 1;
  for (std::uint32_t role = 0; role < roles_; ++role) {
    legal_ = observer_.stepper().legal(role);
    if (legal_.size() <= 1)
      joint_[role] = legal_.empty() ? 0 : legal_[0];
    else if (static_cast<std::int32_t>(role) == chance_)
      joint_[role] = legal_[random_.below(static_cast<std::uint32_t>(legal_.size()))];
    else if (!learns_[role] || (choosing > 1 && role != viewer && random_.below(2) == 0))
      joint_[role] = drawn(role);  // bandits that choose at once would keep in step with each other
    else
      joint_[role] = chosen(role, path, fresh);
  }
  return !fresh;
}

// By the bandit of what the role has observed; of moves never tried there, any.
std::uint32_t Ismcts::chosen(std::uint32_t role, Path& path, bool& fresh) {
  const auto key = observer_.keys()[role];
  if (!growing_ && sets_.find(key) == nullptr) {
    fresh = true;
    return legal_[random_.below(static_cast<std::uint32_t>(legal_.size()))];
  }
  auto& set = sets_.at(key, root_number_);
  fresh |= set.visits == 0;
  if (std::has_single_bit(++set.visits) && set.visits >= kFirstForgotten) forget_half(set);
  std::size_t best = 0;
  double highest = -1;
  std::uint32_t untried = 0;
  for (const auto move : legal_) {
    const auto place = sets_.place(set, move);
    auto& choice = set.choices[place];
    ++choice.available;
    if (choice.visits == 0) {
      if (random_.below(++untried) == 0) best = place;
    } else if (untried == 0) {
      const auto n = static_cast<double>(choice.visits);
      const auto score = choice.sum / n + options_.exploration * std::sqrt(std::log(choice.available) / n);
      if (score > highest) {
        highest = score;
        best = place;
      }
    }
  }
  auto& choice = set.choices[best];
  ++choice.visits;  // without a reward yet: a virtual loss for the rest of the batch
  ++choice.open;
  path.steps.push_back({&set, best, role});
  return choice.move;
}

// The others were learning too: what was seen early says little of what they do now.
void Ismcts::forget_half(Sets::Set& set) {
  for (auto& choice : set.choices) {
    const auto rewarded = choice.visits - choice.open;
    if (rewarded == 0) continue;
    const auto kept = rewarded - rewarded / 2;
    choice.sum *= static_cast<double>(kept) / rewarded;
    choice.visits = kept + choice.open;
    choice.available = std::max(choice.visits, choice.available - choice.available / 2);
  }
}

// By the mean strategy so far.
std::uint32_t Ismcts::drawn(std::uint32_t role) {
  const auto any = legal_[random_.below(static_cast<std::uint32_t>(legal_.size()))];
  const auto* const set = sets_.find(observer_.keys()[role]);
  if (set == nullptr) return any;
  std::uint32_t visits = 0;
  const auto counted = [&](const Choice& choice) { return std::ranges::binary_search(legal_, choice.move); };
  for (const auto& choice : set->choices)
    if (counted(choice)) visits += choice.visits;
  if (visits == 0) return any;
  auto rest = random_.below(visits);
  for (const auto& choice : set->choices) {
    if (!counted(choice)) continue;
    if (rest < choice.visits) return choice.move;
    rest -= choice.visits;
  }
  return any;
}

bool Ismcts::expects(std::span<const std::vector<std::uint32_t>> line, std::uint32_t role,
                     std::span<const std::uint32_t> moves, std::span<double> odds) {
  if (!observer_.replay(line)) return false;
  const auto* const set = sets_.find(observer_.keys()[role]);
  if (set == nullptr || set->visits < kFewest) return false;
  std::ranges::fill(odds, 0);
  double total = 0;
  for (const auto& choice : set->choices)
    if (const auto found = std::ranges::find(moves, choice.move); found != moves.end())
      total += odds[static_cast<std::size_t>(found - moves.begin())] = choice.visits;
  for (auto& each : odds) each /= std::max(total, 1.0);
  return total > 0;
}

void Ismcts::back_up(const Path& path) {
  for (const auto& step : path.steps) {
    auto& choice = step.set->choices[step.place];
    choice.sum += path.rewards[step.role];
    --choice.open;
  }
  const auto found = std::ranges::find(moves_, static_cast<std::uint32_t>(path.first));
  if (path.first < 0 || found == moves_.end()) return;
  const auto place = static_cast<std::size_t>(found - moves_.begin());
  ++tries_[place];
  for (std::uint32_t role = 0; role < roles_; ++role) totals_[place * roles_ + role] += path.rewards[role];
}

SearchReport Ismcts::report() const {
  SearchReport report;
  report.samples = samples_;
  report.nodes = report.stages = sets_.size();
  report.depth = depth_;
  if (moves_.empty()) return report;
  const auto* const set = sets_.find(views_.own_key());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    auto& move = report.moves.emplace_back();
    move.move = moves_[i];
    move.visits = tries_[i];
    for (std::uint32_t role = 0; role < roles_ && tries_[i] > 0; ++role)
      move.values.push_back(100 * totals_[i * roles_ + role] / static_cast<double>(tries_[i]));
    if (set == nullptr) continue;
    for (const auto& choice : set->choices) {
      if (choice.move != moves_[i]) continue;
      move.visits = choice.visits;
      if (!move.values.empty() && choice.visits > 0) move.values[role_] = 100 * choice.sum / choice.visits;
    }
  }
  report.chosen = most_visited(report.moves, role_);
  report.moves[report.chosen].weight = 1;
  report.values = report.moves[report.chosen].values;
  return report;
}

Kind kind() {
  return Kind::of<Options>(
      "ismcts", "information-set tree search: a bandit for all that a role has observed, states drawn anew",
      "Cowling, Powley & Whitehouse 2012; Goodman 2019",
      {{"c", &Options::exploration, "reward", 0, kUnbounded, "exploration constant, for rewards from 0 to 1"},
       {"others", &Options::others, "share", 0, 0.9,
        "iterations that begin with what another role may think possible"},
       {"views", &Options::views, "views", 1, 4096, "beliefs drawn, the own one among them"},
       {"plays", &Options::plays, "plays", 1, 4096, "plays drawn for each of them but the own one"},
       playouts_option<Options>(),
       {"leaves", &Options::leaves, "leaves", 1, 1024, "leaves sampled in one batch"},
       horizon_option<Options>()},
      one_a_thread<Ismcts, Options>());
}

}  // namespace woodstock::search::ismcts
