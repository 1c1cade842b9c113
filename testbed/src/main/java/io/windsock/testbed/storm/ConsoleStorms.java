package io.windsock.testbed.storm;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import io.windsock.control.http.Storms;
import io.windsock.platform.http.message.Refusal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Storms started from a console or by a key: one at a time, from this process, at sites on this
 * machine. Any thread may call it.
 */
public final class ConsoleStorms implements Storms, AutoCloseable {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");
  private static final Duration FOLLOW = Duration.ofSeconds(10);
  private static final String VIEW = "all";

  private final int filesEach;
  private Supplier<List<String>> sites = List::of;
  private @Nullable Storm storm;
  private @Nullable Order order;
  private long startedAtMs;

  private ConsoleStorms(int filesEach) {
    this.filesEach = filesEach;
  }

  /** Creates storms at sites that also run in this process. */
  public static ConsoleStorms inThisProcess() {
    return new ConsoleStorms(2);
  }

  /** Creates storms at sites in other processes of this machine. */
  public static ConsoleStorms inOtherProcesses() {
    return new ConsoleStorms(1);
  }

  /** Aims later storms at the sites that {@code urls} returns. */
  public synchronized void aim(Supplier<List<String>> urls) {
    sites = urls;
  }

  @Override
  public synchronized void start(Order wanted) {
    if (running()) {
      throw Refusal.of(409, "a storm is under way", "stop it, or wait for its end");
    }
    List<URI> targets =
        sites.get().stream()
            .map(URI::create)
            .filter(url -> url.getHost() != null && LOOPBACK.contains(url.getHost()))
            .toList();
    if (targets.isEmpty()) {
      throw Refusal.of(
          409, "no live mirror is on this machine", "run windsock storm --site URL where they are");
    }
    try {
      storm = Storm.start(options(wanted, targets), filesEach);
    } catch (ConfigurationException e) {
      throw Refusal.bad(String.valueOf(e.getMessage()), "change what is named");
    } catch (Failure e) {
      throw Refusal.of(409, "no storm: " + e.getMessage(), "or order a smaller one");
    }
    order = wanted;
    startedAtMs = System.currentTimeMillis();
  }

  private static StormOptions options(Order wanted, List<URI> targets) {
    Duration ramp = Duration.ofMillis(wanted.rampMs());
    if (wanted.pattern() == Pattern.BURST) {
      return StormOptions.burst(targets, VIEW, wanted.clients(), ramp, FOLLOW);
    }
    return new StormOptions(
        targets,
        VIEW,
        wanted.clients(),
        StormPattern.valueOf(wanted.pattern().name().toLowerCase(Locale.ROOT)),
        ramp,
        Math.max(1, wanted.rate()),
        ramp,
        StormOptions.PATIENCE);
  }

  private boolean running() {
    Storm last = storm;
    return last != null
        && switch (last.progress().state()) {
          case STORMING, FOLLOWING -> true;
          case ENDED, STOPPED -> false;
        };
  }

  @Override
  public synchronized void stop() {
    if (storm != null) {
      storm.stop();
    }
  }

  @Override
  public synchronized Report report() {
    Storm last = storm;
    if (last == null) {
      return new Report(false, null, 0, 0, 0, 0, 0, 0, 0, 0, "no storm yet");
    }
    StormProgress now = last.progress();
    return new Report(
        running(),
        order,
        startedAtMs,
        now.due(),
        now.answered(),
        now.errors(),
        now.following(),
        now.p50Ms(),
        now.p99Ms(),
        now.maxMs(),
        now.state().name().toLowerCase(Locale.ROOT));
  }

  /** Ends the running storm, if any. */
  @Override
  public void close() {
    stop();
  }
}
