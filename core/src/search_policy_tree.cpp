#include <algorithm>

#include "woodstock/random.hpp"
#include "woodstock/search/policy_tree.hpp"

namespace woodstock {

PolicyTree::PolicyTree(std::uint32_t fluents, std::uint32_t payoff_size)
    : stride_(State::words_for(fluents)),
      size_(payoff_size),
      width_(5 * payoff_size),
      buckets_(1024, kNoStage) {
  recount();
}

std::uint64_t PolicyTree::key_of(std::span<const std::uint64_t> words, std::uint32_t depth) {
  std::uint64_t key = mix64(depth);
  for (const auto word : words) key = mix64(key ^ word);
  return key;
}

StageId PolicyTree::find(std::span<const std::uint64_t> words, std::uint32_t depth) const {
  const auto key = key_of(words, depth);
  for (auto id = buckets_[key & (buckets_.size() - 1)]; id != kNoStage; id = (*this)[id].next)
    if ((*this)[id].key == key && (*this)[id].depth == depth &&
        std::equal(words.begin(), words.end(), this->words(id).begin()))
      return id;
  return kNoStage;
}

StageId PolicyTree::obtain(std::span<const std::uint64_t> words, std::uint32_t depth, bool& made) {
  const auto known = find(words, depth);
  made = known == kNoStage;
  if (!made) return known;
  StageId id = free_;
  if (id != kNoStage) {
    free_ = (*this)[id].next;
    (*this)[id] = StageNode{};
  } else {
    id = ids_++;
    if (id % kChunk == 0)
      chunks_.push_back({std::make_unique<StageNode[]>(kChunk),
                         std::make_unique<std::uint64_t[]>(std::size_t{kChunk} * stride_),
                         std::make_unique<float[]>(std::size_t{kChunk} * width_)});
  }
  if (++live_ > buckets_.size()) grow_table();
  auto& node = (*this)[id];
  node.used = true;
  node.depth = depth;
  node.key = key_of(words, depth);
  std::copy(words.begin(), words.end(), chunk(id).words.get() + std::size_t{id % kChunk} * stride_);
  std::fill_n(value(id), width_, 0.0F);
  auto& bucket = buckets_[node.key & (buckets_.size() - 1)];
  node.next = bucket;
  bucket = id;
  recount();
  return id;
}

void PolicyTree::expand(StageId id, std::unique_ptr<Expansion> expansion) {
  collapse(id);
  expansions_ += expansion->bytes();
  (*this)[id].expansion = std::move(expansion);
  recount();
}

void PolicyTree::collapse(StageId id) {
  auto& expansion = (*this)[id].expansion;
  if (!expansion) return;
  expansions_ -= expansion->bytes();
  expansion.reset();
  recount();
}

void PolicyTree::sweep(StageId root) {
  std::vector<StageId> stack;
  if (root != kNoStage) {
    (*this)[root].marked = true;
    stack.push_back(root);
  }
  while (!stack.empty()) {
    const auto id = stack.back();
    stack.pop_back();
    if (!(*this)[id].expansion) continue;
    for (const auto child : (*this)[id].expansion->children)
      if (!(*this)[child].marked) {
        (*this)[child].marked = true;
        stack.push_back(child);
      }
  }
  std::fill(buckets_.begin(), buckets_.end(), kNoStage);
  free_ = kNoStage;
  for (StageId id = ids_; id-- > 0;) {
    auto& node = (*this)[id];
    if (node.used && node.marked) {
      node.marked = false;
      auto& bucket = buckets_[node.key & (buckets_.size() - 1)];
      node.next = bucket;
      bucket = id;
      continue;
    }
    if (node.used) {
      collapse(id);
      node.used = false;
      --live_;
    }
    node.next = free_;
    free_ = id;
  }
  recount();
}

void PolicyTree::clear() {
  chunks_.clear();
  ids_ = 0;
  buckets_.assign(1024, kNoStage);
  free_ = kNoStage;
  live_ = 0;
  expansions_ = 0;
  recount();
}

void PolicyTree::grow_table() {
  buckets_.assign(buckets_.size() * 2, kNoStage);
  for (StageId id = 0; id < ids_; ++id) {
    if (!(*this)[id].used) continue;
    auto& bucket = buckets_[(*this)[id].key & (buckets_.size() - 1)];
    (*this)[id].next = bucket;
    bucket = id;
  }
}

void PolicyTree::recount() {
  bytes_ = expansions_ + chunks_.size() * chunk_bytes() + buckets_.size() * sizeof(StageId);
}

}  // namespace woodstock
