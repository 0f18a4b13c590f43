// The cache of what is explored (003 §4.4, 000 §4.2.2), by Zobrist keys: the terminal states that playouts
// reached, and from them, with the number of legal moves of each state, the subtrees that nothing is left of.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace woodstock::search::mac_ucb_2016 {

class Explored {
 public:
  // Holds about so many bytes; beyond, nothing new is noted.
  explicit Explored(std::int32_t chance_role) : chance_role_(chance_role) {}
  void set_memory(std::size_t bytes) { memory_ = bytes; }
  void clear();

  // What an explored state is worth to each role, if it is one.
  const std::vector<double>* find(std::uint64_t key) const;
  void add(std::uint64_t key, std::span<const double> values);
  // A joint action of a state leads to an explored one; `counts` are the numbers of legal moves by role, the
  // last role's run fastest. True if the state is thereby explored too.
  bool note(std::uint64_t key, std::span<const std::uint32_t> counts, std::uint32_t joint,
            std::span<const double> values);

  std::size_t bytes() const { return bytes_; }

 private:
  struct Partial {
    std::uint32_t left;          // joint actions not explored
    std::vector<double> values;  // joint × role; -1: unknown
  };
  std::vector<double> value(std::span<const std::uint32_t> counts, const std::vector<double>& values) const;

  std::int32_t chance_role_;
  std::size_t memory_ = std::size_t{1} << 28;
  std::size_t bytes_ = 0;
  std::unordered_map<std::uint64_t, std::vector<double>> known_;
  std::unordered_map<std::uint64_t, Partial> partial_;
};

}  // namespace woodstock::search::mac_ucb_2016
