package io.windsock.site;

import io.windsock.site.disk.DiskFault;
import io.windsock.site.status.SiteFault;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why, and how often, a site's state had to be rebuilt. The keeper's thread owns it. */
final class Rebuilds {
  private final Map<SiteFault, Long> times = new EnumMap<>(SiteFault.class);

  /** What was wrong with the state that is being rebuilt; null where none is. */
  private @Nullable DiskFault cause;

  /** A state with this fault is to be rebuilt. */
  void begin(DiskFault fault) {
    cause = fault;
    times.merge(fault.damaged() ? SiteFault.STATE_DAMAGED : SiteFault.LOG_DIVERGED, 1L, Long::sum);
  }

  /** The cause is of interest until the state has been rebuilt. */
  void done() {
    cause = null;
  }

  /** Has a site that was started again say why. */
  void tell(Site started) {
    started.faultsBefore(times, cause);
  }
}
