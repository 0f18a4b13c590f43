#include "stepper/planner.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "stepper/cursor.hpp"
#include "stepper/stepper.hpp"

namespace woodstock::stepper {

using namespace circuit;

namespace {

constexpr std::size_t kMaxCases = 12;
constexpr std::uint32_t kSampleSteps = 1000;
constexpr std::uint64_t kSampleWork = 1'500'000;
constexpr std::uint32_t kGameLength = 300;
// What every step costs besides (choice of moves, comparison of states), in the same unit as work.
constexpr double kFixedWork = 40;
constexpr double kWorthwhile = 0.95;
// Circuits with more gate inputs get fewer attempts, or none: each takes about as long as building the
// circuit.
constexpr std::size_t kLargeCircuit = 200'000;
constexpr std::size_t kHugeCircuit = 1'000'000;

// Random play of a bounded number of steps, over several games if they are short.
struct Sample {
  std::uint32_t steps = 0;
  std::uint32_t games = 0;

  template <typename Visit>
  Sample(Stepper& stepper, Visit visit) {
    Random random(1);
    std::vector<std::optional<std::int32_t>> goals(stepper.role_count());
    std::uint32_t length = 0;
    const auto limit = stepper.work() + kSampleWork;
    while (steps < kSampleSteps && stepper.work() < limit) {
      ++steps;
      if (stepper.terminal() || ++length > kGameLength || !stepper.advance_randomly(random)) {
        stepper.goals(goals);
        stepper.load(stepper.initial());
        length = 0;
        ++games;
      }
      visit();
    }
  }
};

// What random play shows: the states it meets, and how much each fluent's flips touch.
struct Profile {
  std::vector<State> states;
  std::vector<std::uint64_t> touches;
  std::vector<std::uint32_t> flips;
  std::uint64_t total = 0;
  std::uint32_t games = 0;

  explicit Profile(const StepperCode& code)
      : touches(code.plain->fluent_count(), 0), flips(touches.size(), 0) {
    const auto& program = *code.plain;
    Stepper stepper(code);
    EventValues values(program.network());
    State last(program.fluent_count(), std::vector<std::uint32_t>{});
    const auto follow = [&](bool counted) {
      const auto now = stepper.state();
      for (std::uint32_t w = 0; w < now.word_count(); ++w)
        for (auto bits = now.words()[w] ^ last.words()[w]; bits; bits &= bits - 1) {
          const auto fluent = w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
          ++flips[fluent];
          const auto before = values.touches();
          values.flip(program.fluent_node(fluent));
          values.propagate();
          if (counted) touches[fluent] += values.touches() - before;
        }
      last = now;
    };
    follow(false);
    games = Sample(stepper, [&] {
              follow(true);
              states.push_back(last);
            }).games;
    total = std::accumulate(touches.begin(), touches.end(), std::uint64_t{0});
  }

  // Adds fluents to the controls of a plan as long as the cases stay few, those that touch most first.
  template <typename Wanted>
  StepperPlan extended(StepperPlan plan, Wanted wanted) const {
    std::vector<std::uint32_t> fluents;
    for (std::uint32_t f = 0; f < touches.size(); ++f)
      if (wanted(f) && std::ranges::count(plan.controls, f) == 0) fluents.push_back(f);
    std::ranges::stable_sort(fluents, [&](auto a, auto b) { return touches[a] > touches[b]; });
    for (const auto fluent : fluents) {
      auto more = plan;
      more.controls.push_back(fluent);
      if (valued(more)) plan = std::move(more);
    }
    return plan;
  }

  // Fills in the valuations seen; false if they are too many, or one.
  bool valued(StepperPlan& plan) const {
    if (plan.controls.size() > 32) return false;
    std::set<std::uint32_t> seen;
    for (const auto& state : states) {
      seen.insert(plan.valuation(state.words().data()));
      if (seen.size() > kMaxCases) return false;
    }
    plan.valuations.assign(seen.begin(), seen.end());
    return seen.size() > 1;
  }
};

class Planner {
 public:
  Planner(const Circuit& circuit, std::shared_ptr<const StepperProgram> plain)
      : circuit_(circuit), best_{plain, plain}, work_(work_per_step(best_)) {}

  // Compiles by other plans with the same controls; keeps one if it does clearly less work.
  bool improved_by(std::span<const StepperPlan> plans) {
    const auto special = StepperProgram::special_circuits(circuit_, plans.front());
    bool improved = false;
    for (const auto& plan : plans) {
      const StepperCode code(std::make_shared<const StepperProgram>(circuit_, plan, special), best_.plain);
      // Moves could not be compiled one by one: the same program as with moves as inputs, measured just
      // before.
      if (&plan != &plans.front() && code.planned->cases_by_move() == 0) continue;
      const auto work = work_per_step(code);
      if (work > kWorthwhile * work_) continue;
      best_ = code;
      work_ = work;
      improved = true;
    }
    return improved;
  }
  bool improved_by(const StepperPlan& plan) { return improved_by(std::span(&plan, 1)); }
  // With moves as inputs, and with moves compiled one by one.
  bool improved_by_split(StepperPlan plan) {
    plan.by_move = false;
    if (circuit_.input_count() > kLargeCircuit) return improved_by(plan);
    const std::vector<StepperPlan> plans{plan, (plan.by_move = true, plan)};
    return improved_by(plans);
  }

  const Circuit& circuit() const { return circuit_; }
  const StepperProgram& best() const { return *best_.planned; }
  const StepperCode& code() const { return best_; }
  double work() const { return work_; }

 private:
  static double work_per_step(const StepperCode& code) {
    Stepper stepper(code);
    const auto before = stepper.work();
    const auto steps = Sample(stepper, [] {}).steps;
    return kFixedWork + static_cast<double>(stepper.work() - before) / steps;
  }

  const Circuit& circuit_;
  StepperCode best_;
  double work_;
};

void split_by_control(Planner& planner, const Profile& profile) {
  // Whose turn it is, and the phases of a turn: several fluents that flip all the time and pay only together.
  const auto turns =
      profile.extended({}, [&](std::uint32_t f) { return profile.flips[f] > 0.3 * profile.states.size(); });
  if (!turns.controls.empty()) planner.improved_by_split(turns);
  if (planner.circuit().input_count() > kLargeCircuit) return;
  // Anything else that touches much.
  const auto heavy = profile.extended(
      turns, [&](std::uint32_t f) { return profile.touches[f] > 0.05 * static_cast<double>(profile.total); });
  if (heavy.controls.size() > turns.controls.size()) planner.improved_by_split(heavy);
}

}  // namespace

std::shared_ptr<const StepperProgram> better_program(const Circuit& circuit,
                                                     std::shared_ptr<const StepperProgram> plain,
                                                     bool may_split) {
  if (circuit.input_count() > kHugeCircuit) return nullptr;
  Planner planner(circuit, plain);
  if (plain->cases_by_move() > 0) {
    StepperPlan inputs;
    inputs.by_move = false;
    planner.improved_by(inputs);
  }
  const Profile profile(planner.code());
  if (may_split) split_by_control(planner, profile);
  const auto goal_work =
      static_cast<double>(planner.best().goal_work()) * profile.games / profile.states.size();
  if (goal_work > 0.2 * planner.work()) {
    auto plan = planner.best().plan();
    plan.keep_goals = true;
    planner.improved_by(plan);
  }
  return planner.code().planned == plain ? nullptr : planner.code().planned;
}

}  // namespace woodstock::stepper
