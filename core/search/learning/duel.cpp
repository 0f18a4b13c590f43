#include "search/learning/duel.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/state.hpp"
#include "search/learning/lookahead.hpp"

namespace woodstock::search::learning {

using namespace lanes;

namespace {

constexpr std::uint32_t kLongestOpening = 8, kLongestGame = 1000;
constexpr std::uint32_t kFullWidth = kMostJoints;

struct Game {
  std::vector<std::uint64_t> state;
  std::uint32_t opening = 0, plies = 0;
  std::uint32_t exchanged = 0;
  Random random;
};

// Of the first evaluation, which plays every other player's role, beginning with the first or the second.
double points(const Payoffs& payoffs, const float* outcome, std::uint32_t exchanged) {
  double sums[2] = {};
  std::uint32_t counts[2] = {};
  for (std::uint32_t p = 0; p < payoffs.players().size(); ++p) {
    const auto side = (p + exchanged) % 2;
    sums[side] += payoffs.utility(payoffs.players()[p], outcome);
    ++counts[side];
  }
  const auto first = sums[0] * counts[1], second = sums[1] * counts[0];
  return first > second ? 1 : first < second ? 0 : 0.5;
}

}  // namespace

DuelScore play_duel(const std::shared_ptr<const Lanes>& lanes, const LinearEvaluation& first,
                    const LinearEvaluation& second, std::uint32_t games, std::uint64_t seed,
                    const Budget& budget) {
  const auto& payoffs = first.payoffs();
  const auto roles = lanes->circuit().role_count();
  const auto words = lanes->state_words();
  const auto initial = State::of_bytes(lanes->circuit().initial);
  std::vector<Game> playing;
  for (std::uint32_t i = 0; i < games; ++i) {
    Game game{{initial.words().begin(), initial.words().end()}, 0, 0, i % 2, Random(mix64(seed) + i / 2)};
    game.opening = game.random.below(kLongestOpening + 1);
    playing.push_back(std::move(game));
  }
  Lookahead lookahead(lanes);
  Random random(mix64(~seed));
  DuelScore score;
  std::vector<std::uint64_t> states;
  std::vector<Lookahead::Question> questions;
  std::vector<float> outcome(first.heads());
  std::vector<std::uint32_t> who(roles, 0);  // per role: which evaluation plays it, before the exchange
  for (std::uint32_t p = 0; p < payoffs.players().size(); ++p) who[payoffs.players()[p]] = p % 2;
  while (!playing.empty()) {
    // Each evaluation is asked at every state; only the answer of the one whose turn it is counts.
    std::vector<std::uint32_t> chosen(playing.size(), kNobody);
    states.clear();
    for (const auto& game : playing) states.insert(states.end(), game.state.begin(), game.state.end());
    std::vector<Judgement> judgements[2];
    for (std::uint32_t side = 0; side < 2; ++side) {
      questions.clear();
      for (const auto& game : playing)
        questions.push_back({side == 0 ? &first : &second, game.opening > 0 ? 0 : kFullWidth});
      if (!lookahead.judge(states, questions, random, budget)) return score;
      judgements[side] = lookahead.judgements();
    }
    const auto& expansions = lookahead.expansions();
    std::vector<Game> going;
    for (std::size_t i = 0; i < playing.size(); ++i) {
      auto& game = playing[i];
      const auto& seen = judgements[0][i];
      if (seen.terminal || seen.crowded) continue;
      const auto side = seen.arms.role == kNobody ? 0 : (who[seen.arms.role] + game.exchanged) % 2;
      auto arm = judgements[side][i].best;
      if (game.opening > 0) {
        --game.opening;
        arm = game.random.below(seen.arms.count);
      }
      const auto outcomes = static_cast<std::uint32_t>(seen.arms.outcomes);
      const auto joint = seen.first + seen.arms.joint(arm, game.random.below(outcomes));
      std::copy_n(expansions.successors.data() + joint * words, words, game.state.data());
      if (expansions.successor_terminal[joint]) {
        payoffs.store(std::span(expansions.successor_goals).subspan(joint * roles, roles), outcome.data());
        score.points += points(payoffs, outcome.data(), game.exchanged);
        ++score.games;
      } else if (++game.plies >= kLongestGame) {
        score.points += 0.5;
        ++score.games;
      } else {
        going.push_back(std::move(game));
      }
    }
    playing = std::move(going);
  }
  return score;
}

}  // namespace woodstock::search::learning
