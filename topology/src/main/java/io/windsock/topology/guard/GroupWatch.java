package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for foreign members of a running application's group, and at first for another application
 * with its prefix. An application that starts at the same moment, or does not check, is missed by
 * the check at the start. It has its own thread; any thread may read the result.
 */
public final class GroupWatch implements AutoCloseable {
  /** The interval between two looks, ms. */
  private static final long LOOK_MS = 2_000;

  /** The number of looks that include the other groups, of which there may be many. */
  private static final int LOOKS_AT_OTHERS = 15;

  private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);

  private final Application application;
  private final Groups groups;
  private final ScheduledExecutorService timer;
  private volatile @Nullable String fault;
  private int looks;

  /**
   * Creates a watch without starting it.
   *
   * @param admin must remain open while the watch runs; the caller closes it
   */
  public GroupWatch(Admin admin, Application application) {
    this.application = application;
    groups = new Groups(admin, application);
    timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, application.id() + "-group");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts looking. */
  public void start() {
    var unused = timer.scheduleWithFixedDelay(this::look, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
  }

  /** Returns the group's fault as of the last look; null if there is none. */
  public @Nullable String fault() {
    return fault;
  }

  private List<Fault> found() {
    List<Fault> found = groups.foreignMembers();
    if (found.isEmpty() && (looks < LOOKS_AT_OTHERS || fault != null)) {
      looks++;
      return groups.rivals();
    }
    return found;
  }

  private void look() {
    try {
      List<Fault> found = found();
      String now = found.isEmpty() ? null : found.get(0).toString();
      if (now != null && fault == null) {
        LOG.error("Events are delayed or sent twice: {}", now);
      } else if (now == null && fault != null) {
        LOG.info(
            "The group {} has no foreign members any more, and its prefix no other topology",
            application.id());
      }
      fault = now;
    } catch (ConfigurationException e) {
      LOG.debug("Could not examine the group {}: {}", application.id(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Could not examine the group {}", application.id(), e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
