// What MAC-UCB thinks of the root's moves, and which one it plays: the best value less its confidence term,
// and where several choose at once a move drawn from the role's strategy.
#pragma once

#include <cstdint>
#include <vector>

#include "search/mac_ucb/backup.hpp"
#include "search/mac_ucb/images.hpp"
#include "search/mac_ucb/options.hpp"
#include "search/mac_ucb/policy_tree.hpp"
#include "search/search.hpp"

namespace woodstock::search::mac_ucb {

class Report {
 public:
  Report(const Options& options, const Payoffs& payoffs, const PolicyTree& tree, const Backup& backup,
         std::uint32_t role)
      : options_(options), payoffs_(payoffs), tree_(tree), backup_(backup), role_(role) {}

  // What moves of the tree are called outside, and the frame that leads to the root.
  void set_frames(Frames frames) { frames_ = std::move(frames); }
  void set_root_frame(symmetry::Element frame) { root_frame_ = frame; }
  // Of a stage where these moves of the role are legal, in a game of so many roles. Values, moves, line and
  // choice; the seed draws from a mixed strategy.
  void describe(StageId root, const std::vector<std::int32_t>& legal, std::uint32_t roles, std::uint64_t seed,
                SearchReport& report) const;

 private:
  // One of the role's moves.
  struct Standing {
    std::vector<float> value, mean;
    double samples = 0;
    bool solved = true;
    std::uint16_t length = 0;  // to the end, once it is solved
    int verdict = 0;           // of proofs, where they solve nothing
    std::uint32_t at = 0;      // among all its legal moves
  };
  std::vector<Standing> empty_standings(const Expansion& expansion,
                                        const std::vector<std::int32_t>& legal) const;
  void stand_in_equilibrium(const Expansion& expansion, std::vector<Standing>& standings) const;
  void stand_with_team(const Expansion& expansion, std::vector<Standing>& standings) const;
  void draw(const Expansion& expansion, const std::vector<Standing>& standings, std::uint64_t seed,
            SearchReport& report) const;
  void choose_best(const StageNode& node, const std::vector<Standing>& standings, SearchReport& report) const;
  void follow(StageId root, std::uint32_t roles, SearchReport& report) const;
  std::vector<double> in_points(const float* value, std::uint32_t roles) const;
  bool decides(const Expansion& expansion) const;
  float weight_of_others(const Expansion& expansion, std::uint32_t action) const;

  const Options& options_;
  const Payoffs& payoffs_;
  const PolicyTree& tree_;
  const Backup& backup_;
  std::uint32_t role_;
  Frames frames_;
  symmetry::Element root_frame_ = symmetry::kIdentity;
};

}  // namespace woodstock::search::mac_ucb
