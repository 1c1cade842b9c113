package io.windsock.site;

import io.windsock.site.disk.DiskFault;
import io.windsock.site.status.SiteFault;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records why and how often a site's state was rebuilt. Owned by the keeper's thread. */
final class Rebuilds {
  private final Map<SiteFault, Long> times = new EnumMap<>(SiteFault.class);

  /** The fault of the state being rebuilt; null if none is. */
  private @Nullable DiskFault cause;

  /** Starts the rebuild of a state with this fault. */
  void begin(DiskFault fault) {
    cause = fault;
    times.merge(fault.damaged() ? SiteFault.STATE_DAMAGED : SiteFault.LOG_DIVERGED, 1L, Long::sum);
  }

  /** Clears the current fault once the state is rebuilt. */
  void done() {
    cause = null;
  }

  /** Passes the counts and the current fault to a restarted site. */
  void carryOver(Site started) {
    started.faultsBefore(times, cause);
  }
}
