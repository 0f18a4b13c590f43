#include <algorithm>
#include <cmath>
#include <thread>

#include "search_mac_ucb_job.hpp"
#include "woodstock/search/mac_ucb.hpp"

namespace woodstock {

MacUcb::MacUcb(std::shared_ptr<const Lanes> lanes, std::uint32_t role, const MacUcbOptions& options,
               ExpanderFactory expanders)
    : lanes_(std::move(lanes)),
      role_(role),
      options_(options),
      expanders_(std::move(expanders)),
      payoffs_(Payoffs::detect(*lanes_, 0)),
      backup_(payoffs_, static_cast<float>(options.exploration)),
      tree_(lanes_->circuit().fluent_count(), payoffs_.size()) {
  if (role >= lanes_->circuit().role_count()) throw std::out_of_range("no such role");
  if (!expanders_) expanders_ = [lanes = lanes_] { return std::make_unique<LaneExpander>(lanes); };
}

MacUcb::~MacUcb() = default;

std::vector<std::vector<std::int32_t>> MacUcb::legal_at(const State& state) const {
  const auto& circuit = lanes_->circuit();
  std::vector<std::uint8_t> fluents(circuit.fluent_count()), moves(circuit.move_count());
  for (const auto fluent : state.fluents()) fluents[fluent] = 1;
  const auto values = circuit.evaluate(fluents, moves);
  const auto holds = [&](Signal signal) { return (values[node_of(signal)] != 0) != complemented(signal); };
  std::vector<std::vector<std::int32_t>> legal(circuit.role_count());
  for (std::uint32_t role = 0; role < circuit.role_count(); ++role)
    for (auto move = circuit.role_begin(role); move < circuit.role_begin(role + 1); ++move)
      if (holds(circuit.legal[move]))
        legal[role].push_back(static_cast<std::int32_t>(move - circuit.role_begin(role)));
  return legal;
}

void MacUcb::set_root(const State& state) {
  constexpr std::uint32_t kAhead = 4;  // joint moves that may have been played since the last root
  StageId found = kNoStage;
  if (root_ != kNoStage)
    for (std::uint32_t ahead = 0; ahead <= kAhead && found == kNoStage; ++ahead)
      found = tree_.find(state.words(), root_depth_ + ahead);
  if (found != kNoStage && found == root_) return;
  root_state_ = state;
  deepest_ = 0;
  wide_counts_.clear();
  wide_sums_.clear();
  if (found == kNoStage) {
    tree_.clear();
    bool made = false;
    root_depth_ += root_ == kNoStage ? 0 : 1;
    found = tree_.obtain(state.words(), root_depth_, made);
    std::fill_n(tree_.high(found), payoffs_.size(), payoffs_.most());
    const auto& circuit = lanes_->circuit();
    LaneEvaluation evaluation =
        lanes_->evaluate(state.words(), std::vector<std::int32_t>(circuit.role_count(), -1));
    if (evaluation.terminal[0]) {
      tree_[found].terminal = tree_[found].solved = true;
      payoffs_.store(evaluation.goals, tree_.value(found));
      std::copy_n(tree_.value(found), payoffs_.size(), tree_.low(found));
      std::copy_n(tree_.value(found), payoffs_.size(), tree_.high(found));
    }
  } else {
    root_depth_ = tree_[found].depth;
    tree_.sweep(found);
  }
  root_ = found;
  root_moves_ = legal_at(state);
}

// --- choosing
// -----------------------------------------------------------------------------------------------

bool MacUcb::selectable(StageId id) const {
  const auto& node = tree_[id];
  return !node.solved && (node.expansion || node.in_flight == 0);
}

std::int64_t MacUcb::pick_decided(StageId id, std::uint32_t role) {
  const auto& node = tree_[id];
  const auto& expansion = *node.expansion;
  const auto size = payoffs_.size();
  const auto chances = expansion.chances, stride = expansion.chance_stride;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  const float floor = payoffs_.lower(role, tree_.low(id), tree_.high(id));
  const float scale =
      static_cast<float>(options_.exploration) * std::sqrt(std::log(static_cast<float>(node.samples + 2)));
  const float loss = static_cast<float>(options_.virtual_loss);
  std::int64_t best = -1;
  float best_score = 0;
  float mixed[16];
  for (std::uint32_t action = 0; action < actions; ++action) {
    float utility = 0, samples = 0, flying = 0;
    if (chances == 1) {
      const auto child = expansion.children[action];
      if (!selectable(child)) continue;
      if (payoffs_.upper(role, tree_.low(child), tree_.high(child)) <= floor && floor > 0)
        continue;  // under θ
      utility = payoffs_.urge(role, tree_.value(child));
      samples = static_cast<float>(tree_[child].samples);
      flying = static_cast<float>(tree_[child].in_flight);
    } else {
      if (action / stride % chances != 0) continue;
      std::fill_n(mixed, size, 0.0F);
      bool open = false;
      float ceiling = 0;
      for (std::uint32_t c = 0; c < chances; ++c) {
        const auto child = expansion.children[action + c * stride];
        for (std::uint32_t i = 0; i < size; ++i) mixed[i] += tree_.value(child)[i];
        ceiling += payoffs_.upper(role, tree_.low(child), tree_.high(child));
        samples += static_cast<float>(tree_[child].samples);
        flying += static_cast<float>(tree_[child].in_flight);
        open = open || selectable(child);
      }
      if (!open) continue;
      if (ceiling / static_cast<float>(chances) <= floor && floor > 0) continue;
      for (std::uint32_t i = 0; i < size; ++i) mixed[i] /= static_cast<float>(chances);
      utility = payoffs_.urge(role, mixed);
    }
    const float score = utility + scale / std::sqrt(samples + 1) - loss * flying;
    if (best < 0 || score > best_score) {
      best = action;
      best_score = score;
    }
  }
  if (best < 0 || chances == 1) return best;
  std::int64_t outcome = -1;
  double fewest = 0;
  for (std::uint32_t c = 0; c < chances; ++c) {
    const auto child = expansion.children[static_cast<std::uint32_t>(best) + c * stride];
    if (!selectable(child)) continue;
    const double visits = static_cast<double>(tree_[child].samples) + tree_[child].in_flight * leaf_playouts_;
    if (outcome < 0 || visits < fewest) {
      outcome = best + c * stride;
      fewest = visits;
    }
  }
  return outcome;
}

std::int64_t MacUcb::pick_simultaneous(StageId id) {
  const auto& expansion = *tree_[id].expansion;
  const auto actions = static_cast<std::uint32_t>(expansion.children.size());
  constexpr double kUniform = 0.1;
  std::int64_t best = -1;
  double best_score = 0;
  for (std::uint32_t action = 0; action < actions; ++action) {
    const auto child = expansion.children[action];
    if (!selectable(child)) continue;
    double weight = 1;
    std::size_t begin = 0;
    for (const auto role : expansion.deciders) {
      weight *= expansion.interest[begin + action / expansion.stride(role) % expansion.counts[role]];
      begin += expansion.counts[role];
    }
    weight = (1 - kUniform) * weight + kUniform / actions;
    const auto& node = tree_[child];
    const double score = weight / (static_cast<double>(node.samples) + leaf_playouts_ * node.in_flight +
                                   options_.playouts + 1);
    if (best < 0 || score > best_score) {
      best = action;
      best_score = score;
    }
  }
  return best;
}

std::int64_t MacUcb::pick(StageId id) {
  const auto& expansion = *tree_[id].expansion;
  if (expansion.interest.empty())
    return pick_decided(id, expansion.deciders.empty() ? payoffs_.owner(0) : expansion.deciders[0]);
  return pick_simultaneous(id);
}

bool MacUcb::descend(std::vector<StageId>& path) {
  while (selectable(root_)) {
    path.assign(1, root_);
    bool blocked = false;
    while (tree_[path.back()].expansion && !blocked) {
      const auto action = pick(path.back());
      blocked = action < 0;
      if (!blocked) path.push_back(tree_[path.back()].expansion->children[static_cast<std::size_t>(action)]);
    }
    if (!blocked) {
      for (const auto id : path) ++tree_[id].in_flight;
      return true;
    }
    // Successors may have been solved on another line that leads to them: then this stage learns it now.
    const auto end = path.back();
    for (auto id = path.rbegin(); id != path.rend(); ++id) backup_.update(tree_, *id);
    if (!tree_[end].solved) return false;  // all that is left is under way
  }
  return false;
}

void MacUcb::choose(Job& job) {
  constexpr std::uint32_t kMostLeaves = 32;
  job.count = 0;
  job.done = job.complete = false;
  job.scale = scale_;
  double playouts = 0;
  while (job.count < kMostLeaves && (job.count == 0 || playouts + leaf_playouts_ / 2 <= options_.batch)) {
    auto& leaf = job.next();
    if (!descend(leaf.path)) break;
    const auto words = tree_.words(leaf.id());
    leaf.words.assign(words.begin(), words.end());
    const auto& node = tree_[leaf.id()];
    // Where expanding costs many playouts, only arms that look good after a few of their own are expanded.
    const bool costly = leaf_playouts_ > 2 * options_.least;
    leaf.expand = !node.wide && (leaf.id() == root_ || !costly || node.own >= options_.first);
    leaf.wide = node.wide;
    playouts += leaf.expand ? leaf_playouts_ : options_.least;
    ++job.count;
  }
}

// --- expanding and sampling
// ---------------------------------------------------------------------------------

std::uint32_t MacUcb::playouts_each(std::uint32_t successors, double scale) const {
  const double each = std::max<double>(options_.playouts, static_cast<double>(options_.least) / successors);
  const auto wanted = static_cast<std::uint32_t>(std::max(1.0, std::ceil(each * scale)));
  return std::clamp(options_.most / successors, 1U, wanted);
}

void MacUcb::evaluate(Job& job, const Budget& budget) {
  if (!job.expander) job.expander = expanders_();
  const auto stride = lanes_->state_words();
  job.starts.clear();
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    leaf.start = static_cast<std::uint32_t>(job.starts.size());
    leaf.sampled.clear();
    leaf.playouts = 0;
    if (leaf.expand) try {
        job.expander->expand(leaf.words, leaf.expansion, options_.stage_limit);
      } catch (const std::length_error&) {
        leaf.expand = false;
        leaf.wide = true;
      }
    if (!leaf.expand) {
      leaf.playouts = leaf.wide ? std::max(options_.least, options_.batch) : options_.least;
      job.starts.push_back({leaf.words, static_cast<std::uint32_t>(leaf.playouts), {}});
      continue;
    }
    const auto& terminal = leaf.expansion.successor_terminal;
    const auto successors = static_cast<std::uint32_t>(terminal.size());
    const auto open = static_cast<std::uint32_t>(std::count(terminal.begin(), terminal.end(), 0));
    if (open == 0) continue;
    const auto each = playouts_each(open, job.scale);
    // Where there are more successors than playouts, a part of them spread evenly from a random one on.
    const auto share = std::min(open, options_.most);
    std::uint64_t turn = mix64(job.seed ^ l) % open;
    for (std::uint32_t s = 0; s < successors; ++s) {
      if (terminal[s]) continue;
      turn += share;
      if (turn < open) continue;
      turn -= open;
      leaf.sampled.push_back(s);
      leaf.playouts += each;
      job.starts.push_back({{leaf.expansion.successors.data() + std::size_t{s} * stride, stride}, each, {}});
    }
  }
  job.complete = true;
  if (job.starts.empty()) return;
  LaneLimits limits;
  limits.max_steps = options_.steps;
  if (budget.deadline) limits.deadline = *budget.deadline;
  if (job.count == 1 && job.leaves[0].wide && job.leaves[0].path.size() == 1) {
    // A root with too many joint actions: at least its moves, each against random ones of the others.
    LaneWants wants;
    wants.first_moves = true;
    job.totals = lanes_->run(job.starts, job.seed, limits, 1, wants);
    job.complete = job.totals.complete;
    return;
  }
  job.complete = lanes_->sample(*job.scratch, job.starts, job.seed, job.totals, limits);
}

// --- backing up
// ---------------------------------------------------------------------------------------------

void MacUcb::add_samples(const Leaf& leaf, const LaneTotals& totals) {
  const auto id = leaf.id();
  auto& node = tree_[id];
  node.wide = node.wide || leaf.wide;
  const auto roles = lanes_->circuit().role_count();
  const auto more = static_cast<float>(totals.playouts[leaf.start]), before = static_cast<float>(node.own);
  const auto kappa = static_cast<float>(options_.shrinkage);
  for (std::uint32_t i = 0; i < payoffs_.size(); ++i) {
    const auto sum = static_cast<float>(totals.sums[leaf.start * roles + payoffs_.owner(i)]) / 100;
    auto& mean = tree_.mean(id)[i];
    mean = (mean * before + sum) / (before + more);
    const float prior = id == root_ && before == 0 ? mean : tree_.prior(id)[i];
    tree_.value(id)[i] = (mean * (before + more) + prior * kappa) / (before + more + kappa);
  }
  node.own += static_cast<std::uint32_t>(more);
  if (id == root_ && !totals.first_counts.empty()) {
    const auto moves = lanes_->circuit().move_count();
    wide_counts_.resize(moves);
    wide_sums_.resize(moves);
    for (std::uint32_t m = 0; m < moves; ++m) {
      wide_counts_[m] += totals.first_counts[m];
      wide_sums_[m] += totals.first_sums[std::size_t{m} * roles + role_];
    }
  }
}

void MacUcb::install(Leaf& leaf, const LaneTotals& totals) {
  const auto& found = leaf.expansion;
  const auto id = leaf.id();
  const auto& circuit = lanes_->circuit();
  const auto roles = circuit.role_count();
  const auto size = payoffs_.size();
  const auto stride = lanes_->state_words();
  const auto actions = static_cast<std::uint32_t>(found.successor_terminal.size());
  if (actions == 0) {  // nobody can move and the game does not end: as good as over, with the goals that hold
    auto& node = tree_[id];
    node.solved = true;
    payoffs_.store(found.goals, tree_.value(id));
    std::copy_n(tree_.value(id), size, tree_.low(id));
    std::copy_n(tree_.value(id), size, tree_.high(id));
    return;
  }
  auto expansion = std::make_unique<Expansion>();
  for (std::uint32_t role = 0, period = actions; role < roles; ++role) {
    // Rows that begin with the same moves of the earlier roles are `period` long; in them this role's moves
    // stand in runs of equal length.
    std::uint32_t length = 1;
    while (length < period && found.moves[std::size_t{length} * roles + role] == found.moves[role]) ++length;
    const auto count = period / length;
    expansion->counts.push_back(count);
    for (std::uint32_t m = 0; m < count; ++m) {
      const auto move = found.moves[std::size_t{m} * length * roles + role];
      expansion->moves.push_back(move < 0 ? move
                                          : move - static_cast<std::int32_t>(circuit.role_begin(role)));
    }
    const bool chance = static_cast<std::int32_t>(role) == circuit.chance_role();
    if (chance) {
      expansion->chances = count;
      expansion->chance_stride = length;
    } else if (count > 1) {
      expansion->deciders.push_back(role);
    }
    period = length;
  }
  // The mean of the leaf: its successors with equal weight, as a random move would have it.
  float leaf_mean[16] = {}, weight = 0;
  std::vector<std::int32_t> start(actions, -1);
  for (std::uint32_t k = 0; k < leaf.sampled.size(); ++k)
    start[leaf.sampled[k]] = static_cast<std::int32_t>(leaf.start + k);
  const auto mean_of = [&](std::uint32_t s, float* mean) {
    for (std::uint32_t i = 0; i < size; ++i)
      mean[i] =
          static_cast<float>(totals.sums[static_cast<std::size_t>(start[s]) * roles + payoffs_.owner(i)]) /
          (100 * static_cast<float>(totals.playouts[static_cast<std::size_t>(start[s])]));
  };
  float mean[16];
  for (std::uint32_t s = 0; s < actions; ++s) {
    if (found.successor_terminal[s]) {
      payoffs_.store({found.successor_goals.data() + std::size_t{s} * roles, roles}, mean);
    } else if (start[s] >= 0) {
      mean_of(s, mean);
    } else {
      continue;
    }
    for (std::uint32_t i = 0; i < size; ++i) leaf_mean[i] += mean[i];
    ++weight;
  }
  float prior[16];
  const auto blend = static_cast<float>(tree_[id].samples > 0 ? options_.blend : 1.0);
  for (std::uint32_t i = 0; i < size; ++i) {
    leaf_mean[i] /= std::max(1.0F, weight);
    prior[i] = blend * leaf_mean[i] + (1 - blend) * tree_.value(id)[i];
  }
  const auto kappa = static_cast<float>(options_.shrinkage);
  expansion->children.reserve(actions);
  for (std::uint32_t s = 0; s < actions; ++s) {
    bool made = false;
    const auto child =
        tree_.obtain({found.successors.data() + std::size_t{s} * stride, stride}, tree_[id].depth + 1, made);
    expansion->children.push_back(child);
    auto& node = tree_[child];
    if (found.successor_terminal[s]) {
      if (!made) continue;
      const std::span<const std::int32_t> goals{found.successor_goals.data() + std::size_t{s} * roles, roles};
      misjudged_ = misjudged_ || !payoffs_.fits(goals);
      node.terminal = node.solved = true;
      payoffs_.store(goals, tree_.value(child));
      std::copy_n(tree_.value(child), size, tree_.mean(child));
      std::copy_n(tree_.value(child), size, tree_.low(child));
      std::copy_n(tree_.value(child), size, tree_.high(child));
      continue;
    }
    if (made) {
      std::copy_n(prior, size, tree_.prior(child));
      std::copy_n(prior, size, tree_.value(child));
      std::copy_n(prior, size, tree_.mean(child));
      std::fill_n(tree_.low(child), size, 0.0F);
      std::fill_n(tree_.high(child), size, payoffs_.most());
    }
    if (start[s] < 0 || node.expansion || node.solved) continue;
    const auto more = static_cast<float>(totals.playouts[static_cast<std::size_t>(start[s])]);
    const auto before = static_cast<float>(node.own);
    mean_of(s, mean);
    for (std::uint32_t i = 0; i < size; ++i) {
      auto& own = tree_.mean(child)[i];
      own = (own * before + mean[i] * more) / (before + more);
      tree_.value(child)[i] =
          (own * (before + more) + tree_.prior(child)[i] * kappa) / (before + more + kappa);
    }
    node.own += static_cast<std::uint32_t>(more);
    node.samples += static_cast<std::uint64_t>(more);
  }
  tree_.expand(id, std::move(expansion));
  ++stages_;
}

void MacUcb::back_up(Job& job) {
  job.touched.clear();
  std::uint32_t made = 0;
  for (std::uint32_t l = 0; l < job.count; ++l) {
    auto& leaf = job.leaves[l];
    for (const auto id : leaf.path) --tree_[id].in_flight;
    if (!job.complete) continue;
    if (leaf.expand) {
      install(leaf, job.totals);
      made += static_cast<std::uint32_t>(leaf.expansion.successor_terminal.size());
      leaf_playouts_ += (static_cast<double>(leaf.playouts) - leaf_playouts_) / 32;
      effort_.solving += 1 + static_cast<double>(leaf.expansion.successor_terminal.size()) / kLanes;
    } else {
      add_samples(leaf, job.totals);
    }
    const auto worth = std::max<std::uint64_t>(leaf.playouts, 1);
    for (const auto id : leaf.path) {
      tree_[id].samples += worth;
      job.touched.push_back(id);
    }
    deepest_ = std::max(deepest_, static_cast<std::uint32_t>(leaf.path.size() - (leaf.expand ? 0 : 1)));
  }
  if (!job.complete) return;
  largest_ = std::max(largest_, made);
  if (!job.starts.empty()) effort_.sampling += static_cast<double>(job.totals.steps) / kLanes;
  // Deepest first, each once: all successors are up to date before a stage asks them.
  auto& touched = job.touched;
  std::sort(touched.begin(), touched.end(), [&](StageId a, StageId b) {
    return tree_[a].depth != tree_[b].depth ? tree_[a].depth > tree_[b].depth : a < b;
  });
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const auto id : touched)
    if (tree_[id].expansion) backup_.update(tree_, id);
  if (options_.split > 0 && effort_.solving + effort_.sampling > 0) {
    const double share = effort_.solving / (effort_.solving + effort_.sampling);
    scale_ = std::clamp(scale_ * (share < options_.split ? 0.98 : 1.02), 1.0 / 64, 64.0);
  }
}

bool MacUcb::short_of_memory(const Budget& budget) const {
  const auto margin = budget.memory / 16;
  return tree_.bytes() + margin > budget.memory || !tree_.room_for(4 * largest_, budget.memory - margin);
}

// The least explored half of the stages become leaves again.
void MacUcb::recycle() {
  std::vector<std::uint64_t> samples;
  tree_.for_each_expanded([&](StageId id) {
    if (id != root_) samples.push_back(tree_[id].samples);
  });
  if (samples.empty()) return;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  const auto bar = *middle;
  std::vector<StageId> collapsing;
  tree_.for_each_expanded([&](StageId id) {
    if (id != root_ && tree_[id].samples <= bar) collapsing.push_back(id);
  });
  for (const auto id : collapsing) tree_.collapse(id);
  tree_.sweep(root_);
}

void MacUcb::restart_as_general() {
  misjudged_ = false;
  constexpr float kSpite = 0.25F;  // players who share a constant sum but for exceptions
  payoffs_ = Payoffs(PayoffKind::kGeneral, lanes_->circuit(), 100, kSpite);
  tree_ = PolicyTree(lanes_->circuit().fluent_count(), payoffs_.size());
  bool made = false;
  root_ = tree_.obtain(root_state_.words(), root_depth_, made);
  std::fill_n(tree_.high(root_), payoffs_.size(), payoffs_.most());
}

// Whether one of the role's moves is proven at least as good as all others.
bool MacUcb::decided() const {
  const auto& node = tree_[root_];
  if (!node.expansion || !node.expansion->interest.empty()) return false;
  const auto& expansion = *node.expansion;
  if (expansion.deciders.size() != 1 || expansion.deciders[0] != role_ || expansion.chances > 1) return false;
  float floor = -1;
  StageId best = kNoStage;
  for (const auto child : expansion.children) {
    const float lower = payoffs_.lower(role_, tree_.low(child), tree_.high(child));
    if (lower > floor) {
      floor = lower;
      best = child;
    }
  }
  return std::all_of(expansion.children.begin(), expansion.children.end(), [&](StageId child) {
    return child == best || payoffs_.upper(role_, tree_.low(child), tree_.high(child)) <= floor;
  });
}

// --- running
// ------------------------------------------------------------------------------------------------

void MacUcb::work(Run& run) {
  std::unique_lock guard(run.lock);
  const auto end_with = [&](SearchEnd end) {
    if (!run.stopping) run.end = end;
    run.stopping = true;
  };
  while (true) {
    const auto under_way = run.chosen - run.backed;
    if (!run.stopping) {
      if (run.budget.stopped()) {
        end_with(SearchEnd::kStopped);
      } else if (run.budget.out_of_time()) {
        end_with(SearchEnd::kDeadline);
      } else if (run.budget.spent(run.samples)) {
        end_with(SearchEnd::kSimulations);
      } else if (tree_[root_].solved || decided()) {
        end_with(SearchEnd::kSolved);
      }
    }
    if (run.stopping && under_way == 0) {
      run.changed.notify_all();
      return;
    }
    const bool drain = run.stopping || misjudged_ || short_of_memory(run.budget);
    if (!run.stopping && drain && under_way == 0) {
      if (misjudged_) {
        restart_as_general();
      } else {
        recycle();
        if (short_of_memory(run.budget)) end_with(SearchEnd::kSimulations);
      }
      continue;
    }
    if (!drain && under_way < run.pipeline) {
      auto& job = *jobs_[run.chosen % run.pipeline];
      job.seed = mix64(mix64(seed_ ^ runs_ << 32) ^ run.chosen);
      ++run.chosen;
      choose(job);
      if (job.count == 0) {
        job.done = true;
        if (run.busy == 0) end_with(SearchEnd::kSolved);  // nothing left to look at
        continue;
      }
      ++run.busy;
      run.changed.notify_one();
      guard.unlock();
      std::exception_ptr failure;
      try {
        evaluate(job, run.budget);
      } catch (...) {
        failure = std::current_exception();
      }
      guard.lock();
      if (failure) {
        job.complete = false;
        run.failure = failure;
        end_with(SearchEnd::kStopped);
      }
      job.done = true;
      run.changed.notify_all();
      continue;
    }
    auto& job = *jobs_[run.backed % run.pipeline];
    if (!job.done) {
      run.changed.wait(guard);
      continue;
    }
    if (job.count > 0) {
      --run.busy;
      back_up(job);
      if (job.complete)
        for (std::uint32_t l = 0; l < job.count; ++l)
          run.samples += std::max<std::uint64_t>(1, job.leaves[l].playouts);
    }
    ++run.backed;
    run.changed.notify_all();
  }
}

SearchEnd MacUcb::run(const Budget& budget) {
  if (root_ == kNoStage || tree_[root_].solved) return SearchEnd::kSolved;
  seed_ = budget.seed;
  ++runs_;
  const auto threads = std::max(1U, budget.threads);
  Run run(budget, budget.simulations ? std::max(1U, options_.pipeline) : (threads == 1 ? 1 : threads + 1));
  while (jobs_.size() < run.pipeline) jobs_.push_back(std::make_unique<Job>());
  std::vector<std::thread> helpers;
  for (std::uint32_t t = 1; t < std::min(threads, run.pipeline); ++t)
    helpers.emplace_back([&] { work(run); });
  work(run);
  for (auto& helper : helpers) helper.join();
  if (run.failure) std::rethrow_exception(run.failure);
  return run.end;
}

}  // namespace woodstock
