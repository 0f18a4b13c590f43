#include "circuit/transition.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "circuit/cone.hpp"

namespace woodstock::circuit {

namespace {

// Rows of numbers in one array.
struct Rows {
  std::vector<std::uint32_t> start, items;
  std::span<const std::uint32_t> operator[](std::uint32_t row) const {
    return {items.data() + start[row], items.data() + start[row + 1]};
  }
  Rows(std::uint32_t rows, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs)
      : start(rows + 1), items(pairs.size()) {
    for (const auto& [row, item] : pairs) ++start[row + 1];
    for (std::uint32_t r = 0; r < rows; ++r) start[r + 1] += start[r];
    auto at = start;
    for (const auto& [row, item] : pairs) items[at[row]++] = item;
  }
};

// Constant propagation from one move that is made, through the gates it changes.
class Substitution {
 public:
  Substitution(const Circuit& from, const std::vector<Signal>& base, const std::vector<bool>& depends,
               std::size_t limit)
      : from_(from),
        base_(base),
        now_(base),
        forced_(from.node_count(), false),
        pending_(from.node_count(), false),
        users_(user_rows(from, depends)),
        fluents_(fluent_rows(from)),
        left_(limit) {}

  // False if the limit is reached.
  bool compile(std::uint32_t move_node, const std::vector<Signal>& defaults, MoveChange& change) {
    gates_ = 0;
    set(move_node, kTrue);
    while (!queue_.empty() && left_ > 0) {
      const auto gate = queue_.top();
      queue_.pop();
      pending_[gate] = false;
      const auto image = forced_[gate] ? kFalse : recomputed(gate, change.code);
      forced_[gate] = false;
      if (image != base_[gate]) set(gate, image);
    }
    for (const auto node : changed_) {
      for (const auto fluent : fluents_[node]) {
        const auto next = now_[node] ^ (from_.next[fluent] & 1U);
        if (next != defaults[fluent]) change.fluents.push_back({fluent, next});
      }
      now_[node] = base_[node];
    }
    changed_.clear();
    return left_ > 0;
  }

 private:
  static Rows user_rows(const Circuit& from, const std::vector<bool>& depends) {
    const auto wanted = cone_of(from, from.next);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (auto gate = from.first_gate(); gate < from.node_count(); ++gate)
      if (depends[gate] && wanted[gate])
        for (const auto s : from.inputs(gate))
          if (depends[node_of(s)]) pairs.emplace_back(node_of(s), signal_of(gate, complemented(s)));
    return Rows(from.node_count(), pairs);
  }
  static Rows fluent_rows(const Circuit& from) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t f = 0; f < from.fluent_count(); ++f) pairs.emplace_back(node_of(from.next[f]), f);
    return Rows(from.node_count(), pairs);
  }

  void set(std::uint32_t node, Signal image) {
    now_[node] = image;
    changed_.push_back(node);
    for (const auto user : users_[node]) {
      const auto gate = node_of(user);
      if ((image ^ (user & 1U)) == kFalse) forced_[gate] = true;
      if (pending_[gate]) continue;
      pending_[gate] = true;
      queue_.push(gate);
    }
  }

  Signal recomputed(std::uint32_t gate, std::vector<std::uint32_t>& code) {
    const auto all = from_.inputs(gate);
    left_ -= std::min(left_, all.size());
    const auto begin = code.size();
    code.push_back(0);
    for (const auto s : all) {
      const auto image = now_[node_of(s)] ^ (s & 1U);
      if (image == kTrue) continue;
      code.push_back(image);
      if (image == kFalse) break;
    }
    const auto count = static_cast<std::uint32_t>(code.size() - begin - 1);
    if (count > 1 && code.back() != kFalse) {
      code[begin] = count;
      return signal_of(MoveChange::kFirstLocal + gates_++);
    }
    const auto folded = count == 0 ? kTrue : code.back();
    code.resize(begin);
    return folded;
  }

  const Circuit& from_;
  const std::vector<Signal>& base_;
  std::vector<Signal> now_;
  std::vector<bool> forced_, pending_;
  Rows users_, fluents_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> queue_;  // inputs first
  std::vector<std::uint32_t> changed_;
  std::uint32_t gates_ = 0;
  std::size_t left_;
};

}  // namespace

std::optional<Transition> transition_by_move(const Circuit& from, std::uint32_t role, Circuit& to,
                                             std::size_t limit) {
  Transition result;
  const auto first = from.move_node(from.role_begin(role));
  const auto last = from.move_node(from.role_begin(role + 1));
  std::vector<bool> depends(from.node_count(), false);
  auto& image = result.image;
  image.resize(from.node_count());
  for (std::uint32_t node = 0; node < from.first_gate(); ++node) {
    depends[node] = node >= first && node < last;
    image[node] = depends[node] ? kFalse : signal_of(node);
  }
  for (auto node = from.first_gate(); node < from.node_count(); ++node) {
    std::vector<Signal> inputs;
    for (const auto s : from.inputs(node)) {
      inputs.push_back(image[node_of(s)] ^ (s & 1U));
      if (depends[node_of(s)]) depends[node] = true;
    }
    image[node] = to.all_of(std::move(inputs));
  }
  for (const auto s : from.next) result.defaults.push_back(image[node_of(s)] ^ (s & 1U));

  Substitution substitution(from, image, depends, limit);
  result.moves.resize(last - first);
  for (auto node = first; node < last; ++node)
    if (from.legal[node - first + from.role_begin(role)] != kFalse &&
        !substitution.compile(node, result.defaults, result.moves[node - first]))
      return std::nullopt;
  return result;
}

}  // namespace woodstock::circuit
