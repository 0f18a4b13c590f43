// Every number of MAC-UCB: what a spec may set, with units and reasons in the table (options.cpp), and below
// it what nobody had a reason to set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/option_table.hpp"

namespace woodstock::search::mac_ucb {

struct Options {
  double exploration = 0.1;
  double shrinkage = 64;
  double blend = 0.5;
  double mix = 0.2;
  double virtual_loss = 0.03;
  double split = 0;
  std::uint32_t playouts = 2;
  std::uint32_t least = 64;
  std::uint32_t most = 512;
  std::uint32_t first = 32;
  std::uint32_t batch = 256;
  std::uint32_t pipeline = 4;
  std::uint32_t horizon = 4096;
  std::uint32_t decisive = 2;
  std::uint32_t wide = 48;
  double belief = 10000;
  double wide_mix = 0.9;
  std::size_t stage_limit = 16384;
  std::size_t narrow = 1024;
  double proof = 0.15;
  double doubt = 0.05;
  double attention = 0;
  double fade = 0;
};

std::span<const OptionRow<Options>> option_table();

// Numbers of a value, at most: one per player where each plays for itself. Room on the stack.
inline constexpr std::uint32_t kMostNumbers = 16;
// A goal of 100 points is a reward of 1.
inline constexpr float kPoints = 100;
// Below every value and above none: where a search for the best begins.
inline constexpr float kFar = 1e9F;

// Selection. Leaves of one job: with more the later ones are chosen by virtual loss and little else.
inline constexpr std::uint32_t kMostLeaves = 32;
// Joint moves from the root within which every move gets its part of `attention`.
inline constexpr std::uint32_t kAttentive = 1;
// Of simultaneous stages, the share of the looks that goes to all joint actions alike: an equilibrium of
// estimates gives some of them none at all, and those would never be corrected.
inline constexpr double kUniform = 0.1;

// Work. Expanding counts as costly from so many times the least playouts of a leaf on.
inline constexpr double kCostly = 2;
// Leaves that running means look back over.
inline constexpr double kRunningLeaves = 32;
// Playouts of a leaf and successors of a job before anything is known of the game.
inline constexpr std::uint32_t kFirstGuess = 64;
// By which `split` moves the playouts per successor after each job, and how far at most, either way: small
// steps, since the share of the work that it steers by changes slowly.
inline constexpr double kScaleStep = 0.02, kMostScale = 64;
// Threads that need not wait for each other take jobs so many times as large, and so meet less often.
inline constexpr std::uint32_t kLargerJobs = 2;
// How often a thread tries for the lock before it sleeps, and pauses between tries: the lock is held for less
// time than it takes to fall asleep and be woken.
inline constexpr int kPatience = 256, kPauses = 8;
// The part of the memory that is kept free, one in so many, for what jobs under way will add.
inline constexpr std::size_t kMemoryMargin = 16;
// Jobs that memory is kept for, at least.
inline constexpr std::uint32_t kJobsToHold = 4;

// Backup. Bounds closer than this are one value: sums of floats.
inline constexpr float kSame = 1e-5F;
// What an equilibrium of estimates may be off, in rewards: far below what playouts can tell apart.
inline constexpr float kNear = 0.004F;
// Joint actions up to which a simultaneous stage of constant sum is solved exactly, and where it is not, the
// numbers that regret matching may touch, the first time, whenever something changed, and where all is exact,
// with its fewest and most iterations.
inline constexpr std::size_t kExactMatrix = 16384;
inline constexpr std::size_t kRegretWork = 65536, kMoreRegretWork = 8192, kExactRegretWork = 1048576;
inline constexpr std::size_t kFewestIterations = 4, kMostIterations = 1024;

// The root. Joint moves that may have been played since the last root.
inline constexpr std::uint32_t kAhead = 4;
// Of players who share a constant sum but for exceptions: see `Payoffs::urge`.
inline constexpr float kSpite = 0.25F;

// Stages with too many joint actions. Playouts that moves are ranked by, at least, and per move of the role
// with the most; the longest list of moves gives way by one part in so many at a time.
inline constexpr std::uint32_t kNarrowPlayouts = 256, kNarrowEach = 4;
inline constexpr std::size_t kNarrowStep = 16;

// Report. Moves of a mixed strategy with less weight are noise (or with less than half of the most).
inline constexpr float kNoise = 0.03F;
// Values closer than this are equal; the mean of the playouts then decides.
inline constexpr double kEqual = 1e-6;
// Joint moves of the expected line, at most.
inline constexpr std::size_t kLongestLine = 64;

// Proofs. Rounds of proving and sampling in a run, each twice as long as the one before; the seconds of the
// first where a run has no end, and of the longest.
inline constexpr std::uint32_t kProofRounds = 4;
inline constexpr double kFirstRound = 0.1, kLongestRound = 2;
// Of the work for proofs, the part for looking into the move that would be played.
inline constexpr double kVerifying = 0.4;
// Simulations that cost as much as a stage of a proof, about, and at least so many per successor: with a
// number of simulations, stages are counted.
inline constexpr double kSimulationsAStage = 4, kSimulationsASuccessor = 0.125;
// A depth that would take more than so many times what is left for it is not begun. Those that are begun and
// not finished still show something, of the moves most looked at.
inline constexpr double kProofPatience = 2;
// The part of the memory that the table of proofs takes at most, one in so many, and its least size.
inline constexpr std::size_t kProofMemory = 16;
inline constexpr std::uint32_t kFewestProofBits = 10;
// Stages that proofs are looked up for after a round: at least, and one for so many that were expanded.
inline constexpr std::size_t kLeastEntered = 256, kEnteredPart = 4;
// New stages are looked up within so many joint moves of the root: elsewhere it costs more than it finds.
inline constexpr std::size_t kProofReach = 2;

// Later moves (all of them work only where `wide` says so). Where moves are counted each of them is known by
// far more playouts than its own: the factor of the confidence term.
inline constexpr float kKnown = 0.3F;
// Playouts that an effect inherited from above is worth.
inline constexpr float kInherited = 64;
// Trust in effects: to begin with, the sum of squares that this is worth, and how much of earlier stages
// stays, stage by stage.
inline constexpr double kFirstTrust = 0.5, kDoubt = 2, kMemory = 0.999;
// Below which moves are not worth being counted: trust, and the share of a stage's playouts in which one of
// its moves comes. Stages that the running mean of the latter looks back over.
inline constexpr float kLeastTrust = 0.3F, kLeastRecurrence = 0.2F, kRunningStages = 16;

}  // namespace woodstock::search::mac_ucb
