#include "search/learning/contexts.hpp"

#include <utility>

namespace woodstock::search::learning {

Contexts Contexts::by_fluents(std::vector<std::uint32_t> fluents) {
  Contexts contexts;
  contexts.count_ = static_cast<std::uint32_t>(fluents.size()) + 1;
  contexts.fluents_ = std::move(fluents);
  return contexts;
}

Contexts Contexts::by_phase(std::shared_ptr<const lanes::Lanes> lanes) {
  Contexts contexts;
  contexts.count_ = lanes->phases().count() + 1;
  contexts.lanes_ = std::move(lanes);
  return contexts;
}

}  // namespace woodstock::search::learning
