// Exact values in connect four on 8 columns and 6 rows, by a search that shares nothing with the project's.
//
// Reads lines of columns (1 to 8) played from the empty board, and answers each with the value of every
// column for the role to move (1 won, 0 drawn, -1 lost, x full), then the positions looked at; or with ?
// where these were more than the argument allows. Boards are 7 bits a column, the topmost always empty, as in
// J. Tromp's Fhourstones.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Board = std::uint64_t;
constexpr int kWidth = 8, kHeight = 6, kColumn = kHeight + 1;
constexpr Board kOne = 1, kFullColumn = (kOne << kHeight) - 1;

constexpr Board bottom() {
  Board board = 0;
  for (int x = 0; x < kWidth; ++x) board |= kOne << (x * kColumn);
  return board;
}
constexpr Board kBottom = bottom(), kCells = kBottom * kFullColumn;

constexpr Board column(int x) { return kFullColumn << (x * kColumn); }

bool has_four(Board own) {
  for (const int step : {1, kColumn - 1, kColumn, kColumn + 1}) {
    const Board pairs = own & (own >> step);
    if (pairs & (pairs >> 2 * step)) return true;
  }
  return false;
}

// Empty cells that would make four.
Board fours(Board own, Board taken) {
  Board cells = (own << 1) & (own << 2) & (own << 3);
  for (const int step : {kColumn - 1, kColumn, kColumn + 1}) {
    const Board above = (own << step) & (own << 2 * step), below = (own >> step) & (own >> 2 * step);
    cells |= above & ((own << 3 * step) | (own >> step));
    cells |= below & ((own >> 3 * step) | (own << step));
  }
  return cells & (kCells ^ taken);
}

struct Entry {
  Board key = 0;
  std::int8_t low = -1, high = 1;
};

class Solver {
 public:
  explicit Solver(std::uint64_t most) : table_(std::size_t{1} << 24), most_(most) {}

  std::string answer(const std::string& columns) {
    Board own = 0, taken = 0;  // of the role to move, of both
    for (const char name : columns) {
      const int x = name - '1';
      own |= (taken + (kOne << (x * kColumn))) & column(x);
      taken |= own;
      own ^= taken;
    }
    seen_ = 0;
    std::string values;
    const Board open = (taken + kBottom) & kCells;
    for (int x = 0; x < kWidth; ++x) {
      const Board move = open & column(x);
      if (!move) {
        values += "x ";
        continue;
      }
      const int value = has_four(own | move) ? 1 : -search(own ^ taken, taken | move, -1, 1);
      if (seen_ > most_) return "?";
      values += std::to_string(value) + ' ';
    }
    return values + std::to_string(seen_);
  }

 private:
  int search(Board own, Board taken, int low, int high) {
    if (++seen_ > most_) return 0;
    Board open = (taken + kBottom) & kCells;
    if (!open) return 0;
    if (fours(own, taken) & open) return 1;
    const Board other = own ^ taken, threats = fours(other, taken);
    if (const Board forced = open & threats; forced) {
      if (forced & (forced - 1)) return -1;
      open = forced;
    }
    open &= ~(threats >> 1);  // below a threat nobody may play
    if (!open) return -1;
    const Board key = own + taken + kBottom;
    auto& entry = table_[(key * 0x9E3779B97F4A7C15ULL) >> 40];
    if (entry.key == key) {
      low = std::max<int>(low, entry.low);
      high = std::min<int>(high, entry.high);
      if (low >= high) return entry.low >= high ? entry.low : entry.high;
    }
    const int from = low;
    int best = -1;
    for (const auto move : ordered(own, taken, open)) {
      best = std::max(best, -search(other, taken | move, -high, -low));
      if (seen_ > most_) return 0;
      low = std::max(low, best);
      if (low >= high) break;
    }
    if (entry.key != key) entry = {key, -1, 1};
    if (best > from) entry.low = static_cast<std::int8_t>(best);
    if (best < high) entry.high = static_cast<std::int8_t>(best);
    return best;
  }

  // Those that make most threats first, then those in the middle.
  static std::vector<Board> ordered(Board own, Board taken, Board open) {
    std::vector<Board> moves;
    for (const int x : {3, 4, 2, 5, 1, 6, 0, 7})
      if (const Board move = open & column(x); move) moves.push_back(move);
    std::ranges::stable_sort(moves, std::greater{},
                             [&](Board move) { return std::popcount(fours(own | move, taken | move)); });
    return moves;
  }

  std::vector<Entry> table_;
  std::uint64_t most_, seen_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  Solver solver(count > 1 ? std::strtoull(arguments[1], nullptr, 10) : ~std::uint64_t{0});
  for (std::string columns; std::getline(std::cin, columns);)
    std::cout << solver.answer(columns) << std::endl;
}
