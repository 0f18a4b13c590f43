// States that differ little from one of them, the centre: its sums are made once, and what differs is added.
//
// With pairs, a fluent f that comes or goes (σ_f = ±1) changes a logit by σ_f·(w_f + Σ w_fg over what holds
// at the centre), and where f and g both come or go, by σ_f·σ_g·w_fg besides.
#pragma once

#include <cstdint>
#include <vector>

#include "search/learning/linear_evaluation.hpp"
#include "search/learning/pair_rows.hpp"

namespace woodstock::search::learning {

class Neighbourhood {
 public:
  // It has to stay; the weights of its pairs count as they are now.
  void set_evaluation(const LinearEvaluation& evaluation);
  const LinearEvaluation* evaluation() const { return evaluation_; }
  void set_centre(const std::uint64_t* centre);
  // The logits of a state, and on the way what its hash differs by from the centre's, given one word per
  // fluent (none: no hash).
  std::uint64_t logits(const std::uint64_t* state, const std::uint64_t* keys, float* logits);

 private:
  struct Difference {
    std::uint32_t place;  // among those with partners
    int sign;
  };
  void sum_up(std::uint32_t context, float* sums);
  void add_pairs(std::uint32_t context, float* logits);
  void add_patterns(std::uint32_t context, float* logits);
  // What fluents count for by their pairs with what holds at the centre, per place.
  float* beside_centre(std::uint32_t context, std::uint32_t head) {
    return beside_centre_.data() + (std::size_t{context} * evaluation_->heads() + head) * rows_.size();
  }

  const LinearEvaluation* evaluation_ = nullptr;
  PairRows rows_;
  const std::uint64_t* centre_ = nullptr;
  std::vector<std::uint8_t> known_;   // per context: the sums are there
  std::vector<float> sums_;           // context × head
  std::vector<float> beside_centre_;  // context × head × place
  std::vector<Difference> paired_;    // fluents with partners that differ in the state under way
  bool looked_ = false;               // the patterns are known as they stand …
  std::vector<Patterns::Standing> standings_;
  std::vector<Patterns::Standing> differences_;  // … and as they differ in the state under way
  std::vector<std::uint32_t> differing_;         // patterns of these
};

}  // namespace woodstock::search::learning
