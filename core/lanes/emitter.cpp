#include "lanes/emitter.hpp"

#if defined(__x86_64__) && defined(__unix__)
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <vector>

namespace woodstock::lanes {

namespace {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();
constexpr int kRegisters = 16;

// VEX-encoded instructions on 256-bit registers (Intel SDM vol. 2, §2.3).
class Assembler {
 public:
  std::vector<std::uint8_t> bytes;

  void binary(std::uint8_t opcode, int to, int a, int b) {
    vex(to, a, b >= 8);
    put(opcode, static_cast<std::uint8_t>(0xC0 | (to & 7) << 3 | (b & 7)));
  }
  void binary(std::uint8_t opcode, int to, int a, Place b) {
    vex(to, a, false);
    memory(opcode, to, b);
  }
  void load(int to, Place from) {
    vex(to, 0, false);
    memory(0x6F, to, from);
  }
  void store(Place to, int from) {
    vex(from, 0, false);
    memory(0x7F, from, to);
  }
  void leave() {
    bytes.insert(bytes.end(), {0xC5, 0xF8, 0x77, 0xC3});  // vzeroupper; ret
  }

 private:
  void put(std::uint8_t first, std::uint8_t second) { bytes.insert(bytes.end(), {first, second}); }
  void vex(int reg, int second, bool extended) {
    const auto r = static_cast<std::uint8_t>(reg < 8 ? 0x80 : 0);
    const auto tail = static_cast<std::uint8_t>((~second & 15) << 3 | 4 | 1);  // 256 bits, prefix 66
    if (extended) {
      bytes.insert(bytes.end(), {0xC4, static_cast<std::uint8_t>(r | 0x40 | 1), tail});
    } else {
      put(0xC5, static_cast<std::uint8_t>(r | tail));
    }
  }
  // Scratch is at rdi, the current rows at rsi, the next ones at rdx.
  void memory(std::uint8_t opcode, int reg, Place place) {
    const int base = place.segment == Segment::kScratch ? 7 : place.segment == Segment::kCurrent ? 6 : 2;
    const auto offset = static_cast<std::int64_t>(place.row) * 32;
    const bool near = offset < 128;
    put(opcode, static_cast<std::uint8_t>((near ? 0x40 : 0x80) | (reg & 7) << 3 | base));
    for (int i = 0; i < (near ? 1 : 4); ++i) bytes.push_back(static_cast<std::uint8_t>(offset >> (8 * i)));
  }
};

std::uint8_t opcode_of(Op op) {
  switch (op) {
    case Op::kAnd:
      return 0xDB;
    case Op::kAndNot:
      return 0xDF;
    case Op::kOr:
      return 0xEB;
    default:
      return 0xEF;
  }
}

class Emitter {
 public:
  Emitter(const LaneProgram& program, std::uint32_t first_free)
      : program_(program),
        inputs_(static_cast<std::uint32_t>(program.inputs.size())),
        rows_(first_free),
        register_(program.value_count(), -1),
        home_(program.value_count()),
        spilled_(program.value_count(), false) {
    holds_.fill(kNever);
    for (std::uint32_t v = 0; v < inputs_; ++v) home_[v] = program.inputs[v];
    collect_uses();
  }

  void emit() {
    for (now_ = 0; now_ < program_.instructions.size(); ++now_) step(program_.instructions[now_]);
    for (const auto& [value, place] : program_.outputs) {
      if (value >= inputs_) break;
      const auto reg = in_register(value, {});
      code_.store(place, reg);
    }
    code_.leave();
  }

  const std::vector<std::uint8_t>& bytes() const { return code_.bytes; }
  std::uint32_t rows() const { return rows_; }

 private:
  void collect_uses() {
    start_.assign(program_.value_count() + 1, 0);
    for (const auto& [op, a, b] : program_.instructions) {
      ++start_[a + 1];
      ++start_[b + 1];
    }
    for (std::uint32_t v = 0; v < program_.value_count(); ++v) start_[v + 1] += start_[v];
    uses_.resize(start_.back());
    next_.assign(start_.begin(), start_.end() - 1);
    for (std::uint32_t i = 0; i < program_.instructions.size(); ++i) {
      uses_[next_[program_.instructions[i].a]++] = i;
      uses_[next_[program_.instructions[i].b]++] = i;
    }
    next_.assign(start_.begin(), start_.end() - 1);
  }

  std::uint32_t next_use(LaneValue v) const { return next_[v] < start_[v + 1] ? uses_[next_[v]] : kNever; }
  // The use after the present instruction.
  std::uint32_t later_use(LaneValue v) const {
    auto at = next_[v];
    while (at < start_[v + 1] && uses_[at] <= now_) ++at;
    return at < start_[v + 1] ? uses_[at] : kNever;
  }

  void forget(int reg) {
    if (holds_[reg] == kNever) return;
    register_[holds_[reg]] = -1;
    holds_[reg] = kNever;
  }

  // The register to give up: a free one, else the one needed last, saved values slightly preferred.
  int victim(std::initializer_list<int> keep) const {
    int best = -1;
    std::uint64_t best_score = 0;
    for (int r = 0; r < kRegisters; ++r) {
      if (std::ranges::find(keep, r) != keep.end()) continue;
      if (holds_[r] == kNever) return r;
      const auto use = std::uint64_t{later_use(holds_[r])};
      const auto score = 1 + use + (home_[holds_[r]] ? kSavedBonus : 0);
      if (score > best_score) {
        best_score = score;
        best = r;
      }
    }
    return best;
  }

  int take_register(std::initializer_list<int> keep) {
    const int reg = victim(keep);
    const auto value = holds_[reg];
    if (value != kNever && !home_[value] && next_use(value) != kNever) spill(value);
    forget(reg);
    return reg;
  }

  void spill(LaneValue value) {
    if (free_.empty()) free_.push_back(rows_++);
    home_[value] = Place{Segment::kScratch, free_.back()};
    free_.pop_back();
    spilled_[value] = true;
    code_.store(*home_[value], register_[value]);
  }

  void put(LaneValue value, int reg) {
    holds_[reg] = value;
    register_[value] = reg;
  }

  int in_register(LaneValue value, std::initializer_list<int> keep) {
    if (register_[value] >= 0) return register_[value];
    const int reg = take_register(keep);
    code_.load(reg, *home_[value]);
    put(value, reg);
    return reg;
  }

  // Whether a value in memory that is used now is worth a register for its next use.
  bool worth_loading(LaneValue value, int keep) const {
    const auto use = later_use(value);
    if (use == kNever || use - now_ > kReach) return false;
    const int reg = victim({keep});
    return holds_[reg] == kNever || (home_[holds_[reg]] && later_use(holds_[reg]) > use);
  }

  void used(LaneValue value) {
    ++next_[value];
    if (next_use(value) != kNever) return;
    if (register_[value] >= 0) forget(register_[value]);
    if (spilled_[value]) released_.push_back(home_[value]->row);
    spilled_[value] = false;
  }

  void step(const Instruction& instruction) {
    auto [op, a, b] = instruction;
    const bool commutes = op != Op::kAndNot;
    if (commutes && register_[a] < 0 && (register_[b] >= 0 || later_use(b) < later_use(a))) std::swap(a, b);
    const int left = in_register(a, {register_[b]});
    if (register_[b] < 0 && worth_loading(b, left)) in_register(b, {left});
    const int right = register_[b];
    const auto memory = home_[b];
    used(a);
    used(b);
    const int to = take_register({});
    if (right < 0) {
      code_.binary(opcode_of(op), to, left, *memory);
    } else if (commutes && right >= 8 && left < 8) {
      code_.binary(opcode_of(op), to, right, left);
    } else {
      code_.binary(opcode_of(op), to, left, right);
    }
    // Rows are free only now: the store of a value given up must not hit an operand still in memory.
    free_.insert(free_.end(), released_.begin(), released_.end());
    released_.clear();
    const auto value = inputs_ + now_;
    put(value, to);
    for (; output_ < program_.outputs.size() && program_.outputs[output_].value <= value; ++output_) {
      const auto& output = program_.outputs[output_];
      if (output.value < value) continue;
      code_.store(output.place, to);
      if (!home_[value]) home_[value] = output.place;
    }
    if (next_use(value) == kNever) forget(to);
  }

  static constexpr std::uint64_t kSavedBonus = 12;
  static constexpr std::uint32_t kReach = 64;

  const LaneProgram& program_;
  std::uint32_t inputs_;
  std::uint32_t rows_;
  std::uint32_t now_ = 0;
  std::size_t output_ = 0;
  Assembler code_;
  std::array<LaneValue, kRegisters> holds_;
  std::vector<int> register_;
  std::vector<std::optional<Place>> home_;
  std::vector<bool> spilled_;
  std::vector<std::uint32_t> free_, released_;
  std::vector<std::uint32_t> start_, uses_, next_;
};

}  // namespace

bool MachineCode::available() { return __builtin_cpu_supports("avx2"); }

MachineCode::MachineCode(const LaneProgram& program, std::uint32_t first_free) {
  Emitter emitter(program, first_free);
  emitter.emit();
  scratch_rows_ = emitter.rows();
  size_ = emitter.bytes().size();
  mapped_ = (size_ + 4095) / 4096 * 4096;
  memory_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  std::memcpy(memory_, emitter.bytes().data(), size_);
  if (mprotect(memory_, mapped_, PROT_READ | PROT_EXEC) != 0) {
    munmap(memory_, mapped_);
    throw std::bad_alloc();
  }
  std::memcpy(&entry_, &memory_, sizeof entry_);
}

MachineCode::~MachineCode() { munmap(memory_, mapped_); }

}  // namespace woodstock::lanes

#else

#include <new>

namespace woodstock::lanes {

bool MachineCode::available() { return false; }
MachineCode::MachineCode(const LaneProgram&, std::uint32_t) : scratch_rows_(0) { throw std::bad_alloc(); }
MachineCode::~MachineCode() = default;

}  // namespace woodstock::lanes
#endif
