#include "search/learning/candidate.hpp"

#include "base/thread_time.hpp"
#include "search/learning/pair_finder.hpp"

namespace woodstock::search::learning {

namespace {

constexpr std::size_t kLookAtClock = 64;  // positions learned from between two looks

}  // namespace

Candidate::Candidate(std::shared_ptr<const lanes::Lanes> lanes, const LinearEvaluation& initial,
                     const LearnerOptions& options, std::uint64_t seed)
    : words_(initial.words()),
      heads_(initial.heads()),
      roles_(lanes->circuit().role_count()),
      replays_(options.replays),
      at_once_(options.games),
      pairs_(options.pairs),
      play_(std::move(lanes), options, seed),
      trainer_(initial, options),
      buffer_(words_, heads_, options.buffer) {}

bool Candidate::step(const Budget& budget) {
  const auto begin = thread_seconds();
  const bool done = play_and_learn(budget);
  seconds_ += thread_seconds() - begin;
  return done;
}

void Candidate::set_symmetries(std::vector<Symmetry> symmetries) {
  const auto check = Ties(trainer_.current(), symmetries, roles_);  // throws before anything has changed
  symmetries_ = std::move(symmetries);
  add_pairs(missing_images(trainer_.current().pairs().all(), symmetries_, kMostPairs));
}

// … and tie the weights.
void Candidate::add_pairs(const std::vector<Pair>& more) {
  if (!more.empty()) trainer_.add_pairs(more);
  if (!symmetries_.empty()) trainer_.set_ties({trainer_.current(), symmetries_, roles_});
}

// Pairs that matter by the positions remembered get a weight. What time cuts off is tried again some
// positions later, and costs no more than its time.
void Candidate::look_for_pairs(const Budget& budget) {
  const auto found = find_pairs(trainer_.averaged(), buffer_, symmetries_, pairs_, budget);
  pairs_after_ = found ? 2 * pairs_after_ : positions_ + positions_ / 8;
  if (found && !found->empty()) add_pairs(*found);
}

bool Candidate::play_and_learn(const Budget& budget) {
  if (!learn_harvest(budget)) return false;
  harvest_.clear();
  learned_ = 0;
  if (pairs_ > 0 && positions_ >= pairs_after_) look_for_pairs(budget);
  if (!play_.ply(trainer_.current(), budget, harvest_)) return false;
  plies_ += at_once_;
  games_ += harvest_.ended;
  return learn_harvest(budget);
}

// Games that began together end together, so that this may take a while.
bool Candidate::learn_harvest(const Budget& budget) {
  for (const auto count = harvest_.targets.size() / heads_; learned_ < count; ++learned_) {
    if (learned_ % kLookAtClock == kLookAtClock - 1 && budget.out_of_time()) return false;
    const auto* state = harvest_.states.data() + learned_ * words_;
    const auto* target = harvest_.targets.data() + learned_ * heads_;
    buffer_.add(state, target, harvest_.games[learned_]);
    learn(state, target, harvest_.outcomes.data() + learned_ * heads_);
  }
  return true;
}

void Candidate::learn(const std::uint64_t* state, const float* target, const float* outcome) {
  const std::vector<float> reached(outcome, outcome + heads_);
  if (first_outcome_.empty()) first_outcome_ = reached;
  vary_ = vary_ || reached != first_outcome_;
  std::array<float, kMostHeads> numbers{};
  trainer_.current().numbers(state, numbers.data());
  const auto most = trainer_.current().payoffs().most();
  for (std::uint32_t head = 0; head < heads_; ++head) {
    const double error = (numbers[head] - outcome[head]) / most;
    curve_sum_ += error * error / heads_;
  }
  ++positions_;
  if (++curve_count_ == curve_step_) {
    curve_.push_back({positions_, curve_sum_ / static_cast<double>(curve_count_)});
    curve_sum_ = 0;
    curve_count_ = 0;
    if (curve_.size() == kCurvePoints) {  // every two become one
      for (std::size_t i = 0; i < curve_.size() / 2; ++i)
        curve_[i] = {curve_[2 * i + 1].positions, (curve_[2 * i].error + curve_[2 * i + 1].error) / 2};
      curve_.resize(curve_.size() / 2);
      curve_step_ *= 2;
    }
  }
  trainer_.learn(state, target);
  for (std::uint32_t replay = 0; replay < replays_; ++replay) {
    const auto i = buffer_.draw(play_.random());
    trainer_.learn(buffer_.state(i), buffer_.target(i));
  }
}

}  // namespace woodstock::search::learning
