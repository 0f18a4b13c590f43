#include "woodstock/stepper_planner.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "woodstock/cursor.hpp"
#include "woodstock/random.hpp"
#include "woodstock/stepper.hpp"

namespace woodstock {

namespace {

constexpr std::size_t kMaxCases = 8;
constexpr std::uint32_t kSampleSteps = 1000;
constexpr std::uint64_t kSampleWork = 1'500'000;
constexpr std::uint32_t kGameLength = 300;

// Random play of a bounded number of steps, over several games if they are short.
template <typename Visit>
std::uint32_t sample(Stepper& stepper, Visit visit) {
  Random random(1);
  std::uint32_t steps = 0, length = 0;
  while (steps < kSampleSteps && stepper.work() < kSampleWork) {
    ++steps;
    if (stepper.terminal() || ++length > kGameLength || !stepper.advance_randomly(random)) {
      stepper.load(stepper.initial());
      length = 0;
    }
    visit();
  }
  return steps;
}

double work_per_step(const StepperCode& code) {
  Stepper stepper(code);
  const auto before = stepper.work();
  const auto steps = sample(stepper, [] {});
  return static_cast<double>(stepper.work() - before) / steps;
}

// What random play shows: the states it meets, and how much each fluent's flips touch.
struct Profile {
  std::vector<State> states;
  std::vector<std::uint64_t> touches;
  std::uint64_t total = 0;

  explicit Profile(const StepperCode& code) : touches(code.plain->fluent_count(), 0) {
    const auto& program = *code.plain;
    Stepper stepper(code);
    EventValues values(program.network());
    State last(program.fluent_count(), std::vector<std::uint32_t>{});
    const auto follow = [&](bool counted) {
      const auto now = stepper.state();
      for (std::uint32_t w = 0; w < now.word_count(); ++w)
        for (auto flips = now.words()[w] ^ last.words()[w]; flips; flips &= flips - 1) {
          const auto fluent = w * 64 + static_cast<std::uint32_t>(std::countr_zero(flips));
          const auto before = values.touches();
          values.flip(program.fluent_node(fluent));
          values.propagate();
          if (counted) touches[fluent] += values.touches() - before;
        }
      last = now;
    };
    follow(false);
    sample(stepper, [&] {
      follow(true);
      states.push_back(last);
    });
    total = std::accumulate(touches.begin(), touches.end(), std::uint64_t{0});
  }

  std::vector<std::uint32_t> by_touches(double least_share) const {
    std::vector<std::uint32_t> fluents;
    for (std::uint32_t f = 0; f < touches.size(); ++f)
      if (static_cast<double>(touches[f]) > least_share * static_cast<double>(total)) fluents.push_back(f);
    std::ranges::stable_sort(fluents, [&](auto a, auto b) { return touches[a] > touches[b]; });
    return fluents;
  }

  // Fills in the valuations seen; false if they are too many.
  bool value(StepperPlan& plan) const {
    if (plan.controls.size() > 32) return false;
    std::set<std::uint32_t> seen;
    for (const auto& state : states) {
      seen.insert(plan.valuation(state.words().data()));
      if (seen.size() > kMaxCases) return false;
    }
    plan.valuations.assign(seen.begin(), seen.end());
    return true;
  }
};

class Planner {
 public:
  Planner(const Circuit& circuit, std::shared_ptr<const StepperProgram> plain)
      : circuit_(circuit), best_{plain, plain}, work_(work_per_step(best_)) {}

  // Compiles by another plan; keeps it if it does clearly less work.
  bool improves(const StepperPlan& plan) {
    auto code = best_;
    code.planned = std::make_shared<const StepperProgram>(circuit_, plan);
    const auto work = work_per_step(code);
    if (work > 0.95 * work_) return false;
    best_ = std::move(code);
    work_ = work;
    return true;
  }

  const StepperProgram& best() const { return *best_.planned; }
  const StepperCode& code() const { return best_; }

 private:
  const Circuit& circuit_;
  StepperCode best_;
  double work_;
};

void split_by_control(Planner& planner, std::size_t attempts) {
  const Profile profile(planner.code());
  const auto candidates = profile.by_touches(0.02);
  std::vector<bool> tried(profile.touches.size(), false);
  for (const auto candidate : candidates) {
    if (tried[candidate]) continue;
    auto plan = planner.best().plan();
    plan.controls.push_back(candidate);
    if (!profile.value(plan)) continue;
    // Fluents that distinguish no more states come for free: the other side of the same coin.
    for (const auto other : profile.by_touches(0.005)) {
      if (std::ranges::count(plan.controls, other) > 0) continue;
      auto more = plan;
      more.controls.push_back(other);
      if (profile.value(more) && more.valuations.size() == plan.valuations.size()) plan = std::move(more);
    }
    if (plan.valuations.size() == 1) continue;  // never seen to change: nothing to gain
    for (const auto control : plan.controls) tried[control] = true;
    planner.improves(plan);
    if (--attempts == 0) return;
  }
}

}  // namespace

std::shared_ptr<const StepperProgram> better_program(const Circuit& circuit,
                                                     std::shared_ptr<const StepperProgram> plain,
                                                     bool may_split) {
  Planner planner(circuit, plain);
  const auto attempts = std::clamp<std::size_t>(1'000'000 / (circuit.input_count() + 1), 2, 6);
  if (may_split) split_by_control(planner, attempts);
  auto lazy = planner.best().plan();
  lazy.keep_state_gates = false;
  planner.improves(lazy);
  return planner.code().planned == plain ? nullptr : planner.code().planned;
}

}  // namespace woodstock
