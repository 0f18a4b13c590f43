#include "search/information/views.hpp"

#include <utility>

namespace woodstock::search::information {

namespace {

constexpr double kTimeShare = 0.2;       // of a run, for drawing views
constexpr std::uint32_t kTriesEach = 8;  // joint moves tried for each play that is wanted

}  // namespace

Views::Views(const Engines& engines, std::uint32_t role, std::uint32_t most, std::uint32_t samples)
    : role_(role),
      most_(most),
      samples_(samples),
      chance_(engines.chance_role),
      percepts_(tells_percepts(engines)),
      observer_(engines) {}

void Views::set_worlds(std::span<const World> worlds) {
  views_.assign(1, View{role_, 1, {}, 0});
  view_of_.clear();
  seen_.clear();
  looked_ = 0;
  others_share_ = 0;
  known_before_ = std::exchange(known_, {});
  auto& own = views_[0];
  bool own_is_known = false;
  for (const auto& world : worlds) {
    auto& root = own.roots.emplace_back(Root{world.state, {}, world.weight, {}});
    own.weight += world.weight;
    const bool is_traced = observer_.replay(world.line) && observer_.stepper().state() == world.state;
    if (is_traced) {
      root.keys = observer_.keys();
      root.line = world.line;
    } else {
      root.keys = observer_.keys_without_past(world.state);
    }
    if (is_traced && !std::exchange(own_is_known, true)) own_key_ = root.keys[role_];
  }
  if (!own_is_known) own_key_ = own.roots.front().keys[role_];
  for (auto& root : own.roots) root.keys[role_] = own_key_;
  seen_.insert(own_key_);
}

void Views::look_around(const Budget& budget, Random& random) {
  if (!percepts_) return;
  auto part = budget;
  if (const auto now = Budget::Time::now(); budget.deadline && *budget.deadline > now)
    part.deadline =
        now + std::chrono::duration_cast<Budget::Time::duration>(kTimeShare * (*budget.deadline - now));
  for (; looked_ < views_.size() && views_.size() < most_ && !part.out_of_time(); ++looked_)
    for (std::size_t root = 0; root < views_[looked_].roots.size() && views_.size() < most_; ++root)
      view_from(looked_, root, part, random);
}

// The views of the other roles at a root of a view.
void Views::view_from(std::size_t view, std::size_t number, const Budget& budget, Random& random) {
  for (std::uint32_t role = 0; role < views_[view].roots[number].keys.size(); ++role) {
    const auto& root = views_[view].roots[number];
    if (role == views_[view].role || static_cast<std::int32_t>(role) == chance_ || root.line.empty())
      continue;
    const auto share = views_[view].share * root.weight / views_[view].weight;
    const auto key = root.keys[role];
    if (key == own_key_) continue;
    if (const auto found = view_of_.find(key); found != view_of_.end()) {
      views_[found->second].share += share;
      others_share_ += share;
      continue;
    }
    Plays plays;
    if (views_.size() >= most_ || !plays_like(root, role, budget, random, plays)) continue;
    view_of_[key] = views_.size();
    seen_.insert(key);
    others_share_ += share;
    double weight = 0;
    for (const auto& play : plays) weight += play.weight;
    views_.push_back({role, share, std::move(plays), weight});
  }
}

// Plays that look to the role like the one that led to a root. False if time ran out.
bool Views::plays_like(const Root& root, std::uint32_t role, const Budget& budget, Random& random,
                       Plays& plays) {
  std::vector<Key> targets;
  observer_.restart();
  for (const auto& joint : root.line) {
    observer_.advance(joint);
    targets.push_back(observer_.keys()[role]);
  }
  std::size_t step = targets.size();
  for (; step > 0; --step) {
    const auto again = known_.find(targets[step - 1]);
    const auto before = known_before_.find(targets[step - 1]);
    if (again == known_.end() && before == known_before_.end()) continue;
    plays = again != known_.end() ? again->second : before->second;
    break;
  }
  if (step == 0) {
    observer_.restart();
    plays.assign(1, Root{observer_.stepper().state(), observer_.keys(), 1, {}});
  }
  Plays next;
  for (; step < targets.size(); ++step) {
    if (budget.out_of_time()) return false;
    continue_plays(plays, root, role, step, targets[step], random, next);
    std::swap(plays, next);
  }
  known_[targets.back()] = plays;
  return true;
}

// One step of what the role may think possible: every joint move where they are few, else so many by a
// particle filter. The play that led to the root is the last resort.
void Views::continue_plays(const Plays& plays, const Root& root, std::uint32_t role, std::size_t step,
                           Key target, Random& random, Plays& next) {
  next.clear();
  const auto made = root.line[step][role];
  const auto tries = kTriesEach * samples_;
  if (!every_step(plays, role, made, target, tries, next)) {
    next.clear();
    for (std::uint32_t number = 0; number < tries && next.size() < samples_; ++number)
      step_at_random(draw(plays, random), role, made, target, random, next);
  }
  if (next.size() > samples_) {
    Plays fewer;
    for (std::uint32_t number = 0; number < samples_; ++number) {
      fewer.push_back(draw(next, random));
      fewer.back().weight = 1;
    }
    next = std::move(fewer);
  }
  if (!next.empty()) return;
  const auto end = root.line.begin() + static_cast<std::ptrdiff_t>(step) + 1;
  const std::vector<std::vector<std::uint32_t>> line(root.line.begin(), end);
  observer_.replay(line);
  next.push_back({observer_.stepper().state(), observer_.keys(), 1, line});
}

// False if there are more joint moves than that.
bool Views::every_step(const Plays& plays, std::uint32_t role, std::uint32_t made, Key target,
                       std::uint64_t most, Plays& next) {
  auto& stepper = observer_.stepper();
  std::vector<std::vector<std::uint32_t>> moves(observer_.keys().size());
  std::vector<std::uint32_t> joint(observer_.keys().size());
  for (const auto& play : plays) {
    observer_.load(play.state, play.keys);
    if (!stepper.is_legal(role, made)) continue;
    std::uint64_t count = 1;
    for (std::uint32_t each = 0; each < joint.size(); ++each) {
      moves[each] = each == role ? std::vector{made} : stepper.legal(each);
      count *= moves[each].size();
    }
    if (count > most) return false;
    most -= count;
    for (std::uint64_t number = 0; number < count; ++number) {
      auto rest = number;
      for (std::uint32_t each = 0; each < joint.size(); ++each) {
        joint[each] = moves[each][rest % moves[each].size()];
        rest /= moves[each].size();
      }
      observer_.load(play.state, play.keys);
      observer_.advance(joint);
      add_if_seen(play, play.weight / static_cast<double>(count), role, joint, target, next);
    }
  }
  return true;
}

void Views::step_at_random(const Root& play, std::uint32_t role, std::uint32_t made, Key target,
                           Random& random, Plays& next) {
  auto& stepper = observer_.stepper();
  observer_.load(play.state, play.keys);
  if (!stepper.is_legal(role, made)) return;
  std::vector<std::uint32_t> joint(observer_.keys().size());
  for (std::uint32_t each = 0; each < joint.size(); ++each) {
    const auto move = each == role ? made : stepper.random_move(each, random);
    if (!move) return;
    joint[each] = *move;
  }
  observer_.advance(joint);
  add_if_seen(play, 1, role, joint, target, next);
}

// The play goes on by a joint move, if that looks to the role like what it has observed.
void Views::add_if_seen(const Root& play, double weight, std::uint32_t role,
                        const std::vector<std::uint32_t>& joint, Key target, Plays& next) {
  auto& stepper = observer_.stepper();
  if (observer_.keys()[role] != target || stepper.terminal()) return;
  for (auto& known : next) {
    if (known.keys != observer_.keys() || known.state.hash() != stepper.hash()) continue;
    known.weight += weight;
    return;
  }
  auto& found = next.emplace_back(Root{stepper.state(), observer_.keys(), weight, play.line});
  found.line.push_back(joint);
}

const Root& Views::draw(const Plays& plays, Random& random) {
  double weight = 0;
  for (const auto& play : plays) weight += play.weight;
  double rest = random.real() * weight;
  for (const auto& play : plays)
    if ((rest -= play.weight) < 0) return play;
  return plays.back();
}

const View& Views::draw(double others, Random& random) const {
  if (others_share_ <= 0 || random.real() >= others) return views_[0];
  double rest = random.real() * others_share_;
  for (std::size_t i = 1; i + 1 < views_.size(); ++i)
    if ((rest -= views_[i].share) < 0) return views_[i];
  return views_.back();
}

}  // namespace woodstock::search::information
