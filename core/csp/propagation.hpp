// Arc consistency over tables: a queue of tables, lowest number first, woken by the domains' events.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "csp/domain.hpp"
#include "csp/index_queue.hpp"
#include "csp/propagator.hpp"
#include "csp/propagators/registry.hpp"
#include "csp/table.hpp"
#include "csp/trail.hpp"

namespace woodstock::csp {

struct Counters {
  std::uint64_t nodes = 0;         // assignments of variables with a choice
  std::uint64_t propagations = 0;  // tables filtered
};

class Propagation {
 public:
  static constexpr std::uint32_t kNoTable = 0xffffffff;

  // Tables from `root_end` on take no part at depth 0 (a stage's transition must not rule out terminal
  // states); wake_rest() brings them in below.
  explicit Propagation(Csp csp, Filter filter = {}, std::uint32_t root_end = kNoTable);
  Propagation(const Propagation&) = delete;
  Propagation& operator=(const Propagation&) = delete;

  const Csp& csp() const { return csp_; }
  const Domains& domains() const { return domains_; }
  std::size_t depth() const { return trail_.depth(); }

  void push() { trail_.push(); }
  void pop() {
    forget();
    trail_.pop();
  }
  // False if the domain became empty: the caller pops.
  bool assign(VariableId x, ValueId a) { return domains_.assign(x, a); }
  bool remove(VariableId x, ValueId a) { return domains_.remove(x, a); }
  bool keep(VariableId x, std::uint64_t values) { return domains_.keep(x, values); }
  // Arc consistency from everything changed since the last call (the first call looks at every table). False
  // on a wipe-out. With `end`, tables from that number on wait for the next call.
  bool propagate(std::uint32_t end = kNoTable);
  // Queues the tables beyond `root_end` that would filter something though nothing changed since the root.
  void wake_rest();
  // Filters one table against the present domains, without waking others (forward checking).
  bool filter(std::uint32_t table);
  // Drops what propagate() would still do.
  void forget();

  const std::vector<std::uint32_t>& tables_of(VariableId x) const { return tables_of_[x]; }
  // Tables over x with another unbound variable: the dynamic degree of dom/ddeg.
  std::uint32_t dynamic_degree(VariableId x) const;

  Counters counters() const { return counters_; }
  Counters& count() { return counters_; }
  std::size_t bytes() const;

 private:
  struct Watch {
    std::uint32_t table;
    std::uint32_t column;
  };
  bool run(std::uint32_t table, std::uint64_t changed, bool force);
  void wake(const Watch& watch, std::uint32_t except) {
    if (watch.table == except || entailed(watch.table)) return;
    pending_[watch.table] |= std::uint64_t{1} << watch.column % 64;
    queue_.insert(watch.table);
  }
  bool entailed(std::uint32_t table) const { return trail_[entailed_ + table / 64] >> (table % 64) & 1U; }
  void drain(std::uint32_t except);
  void wake_dirty();
  bool start();
  void find_rest();

  Csp csp_;
  Trail trail_;
  Domains domains_;
  Trail::Index entailed_;  // a bit per table that holds from here down, whatever comes
  std::unique_ptr<Propagator> propagator_;
  IndexQueue queue_;
  std::vector<std::uint64_t> pending_;  // per table: the columns that changed
  // Watches of each variable, all together: watch_[watch_start_[x] .. watch_start_[x + 1])
  std::vector<std::uint32_t> watch_start_;
  std::vector<Watch> watch_;
  // Wide variables: watches that one value wakes, by value_start_[x] + value.
  std::vector<std::uint32_t> value_slot_;
  std::vector<std::vector<Watch>> value_watch_;
  std::vector<VariableId> dirty_;  // wide variables whose general watches wait until the queue is empty
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::vector<std::uint32_t>> tables_of_;
  std::uint32_t root_end_;
  std::vector<std::uint32_t> rest_;   // what wake_rest() queues
  std::vector<std::uint8_t> forced_;  // per table: filter even if no row died
  bool fresh_ = true;
  Counters counters_;
};

}  // namespace woodstock::csp
