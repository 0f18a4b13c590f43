// The searches of the core that players are made of, in the order of the help. Of each only its kind is known
// here: a folder below core/search that defines it is all there is to a search.
#pragma once

#include <vector>

#include "search/kind.hpp"

// clang-format off
namespace woodstock::search {

namespace uct { Kind kind(); }
namespace grave { Kind kind(); }
namespace ismcts { Kind kind(); }
namespace cfr { Kind kind(); }
namespace flat { Kind kind(); }
namespace alphabeta { Kind kind(); }

inline std::vector<Kind> kinds() {
  return {
      uct::kind(),
      grave::kind(),
      ismcts::kind(),
      cfr::kind(),
      flat::kind(),
      alphabeta::kind(),
  };
}

}  // namespace woodstock::search
