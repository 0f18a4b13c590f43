#include "search/belief_game/expected_moves.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace woodstock::search::belief_game {

namespace {

constexpr std::size_t kMostStates = 1024;  // each has its line played again
// How far roles are trusted to do what is expected: the rest is for all moves alike, so that nothing that is
// possible is ever ruled out.
constexpr double kTrust = 0.8;

}  // namespace

belief::Policy expected_moves(const belief::Track& track, Opinion& opinion, const Deadline& deadline) {
  if (track.belief().size() > kMostStates) return {};
  using Asked = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<double>>;
  return [&track, &opinion, deadline, asked = std::make_shared<Asked>()](
             std::uint32_t state, std::uint32_t role, std::span<const std::uint32_t> moves,
             std::span<double> probabilities) {
    const auto [place, fresh] = asked->try_emplace({state, role});
    auto& odds = place->second;
    if (fresh) {
      odds.resize(moves.size());
      const auto alike = 1.0 / static_cast<double>(moves.size());
      if (deadline.passed() || !opinion.expects(track.line(state).moves, role, moves, odds))
        std::ranges::fill(odds, alike);
      for (auto& each : odds) each = kTrust * each + (1 - kTrust) * alike;
    }
    std::ranges::copy(odds, probabilities.begin());
  };
}

}  // namespace woodstock::search::belief_game
