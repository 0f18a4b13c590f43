// Flat Monte Carlo: random playouts after each own move, equally many (Abramson 1990, expected outcome); the
// best mean is played. The baseline that any tree search must beat.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "search/engines.hpp"
#include "search/expander.hpp"
#include "search/kind.hpp"
#include "search/sampler.hpp"
#include "search/search.hpp"

namespace woodstock::search::flat {

struct Options {
  std::uint32_t batch = 256;
  std::uint32_t horizon = 1000;
  std::uint32_t decisive = 0;
};

class Flat : public Search {
 public:
  Flat(const Engines& engines, std::uint32_t role, const Options& options);

  void set_root(const State& state) override;
  SearchEnd run(const Budget& budget) override;
  SearchReport report() const override;

 private:
  std::uint32_t role_;
  std::uint32_t roles_;
  Options options_;
  Expander expander_;
  Sampler sampler_;
  State root_;
  Stage stage_;
  std::vector<std::uint32_t> moves_;  // own
  std::vector<std::uint64_t> tries_;
  std::vector<double> totals_;  // moves × roles
};

}  // namespace woodstock::search::flat
