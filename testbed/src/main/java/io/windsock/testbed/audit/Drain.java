package io.windsock.testbed.audit;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.position.Stamp;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.site.Site;
import io.windsock.site.status.SiteRole;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Waits until everything appended to the source topics is applied at every site: in both outputs
 * the last marker of each partition covers the sources' ends with nothing held back, and every site
 * has applied its topic to the end.
 */
public final class Drain {
  private static final Duration POLL = Duration.ofMillis(20);

  private final Pipeline pipeline;
  private final long patienceNs;
  private String seen = "";
  private long sinceNs = System.nanoTime();

  /**
   * Creates a wait for {@code pipeline}.
   *
   * @param patience how long there may be no progress before the pipeline counts as stuck
   */
  public Drain(Pipeline pipeline, Duration patience) {
    this.pipeline = pipeline;
    patienceNs = patience.toNanos();
  }

  /**
   * Waits; nothing may be appended meanwhile.
   *
   * @param cancelled polled periodically; true ends the wait
   * @return whether everything is applied; false if cancelled
   * @throws Failure if there is no more progress; the message names what is behind
   */
  public boolean await(BooleanSupplier cancelled) throws InterruptedException, ExecutionException {
    SourceEnds ends;
    try (Admin admin = Admin.create(pipeline.client())) {
      ends = SourceEnds.read(admin, pipeline.topics(), pipeline.catalogue(), pipeline.partitions());
    }
    try (MarkerTail forward = tail(SiteRole.CENTRAL);
        MarkerTail mirror = tail(SiteRole.MIRROR)) {
      String behind = behind(ends, forward, mirror);
      while (behind != null && !cancelled.getAsBoolean()) {
        failIfStuck(behind);
        forward.doWork(POLL);
        mirror.doWork(POLL);
        behind = behind(ends, forward, mirror);
      }
      return behind == null;
    } catch (UndecodableException e) {
      throw new Failure("a marker can't be read: " + e.getMessage(), e);
    }
  }

  private MarkerTail tail(SiteRole role) {
    String topic = role.topic(pipeline.topics());
    return new MarkerTail(pipeline.client(), pipeline.catalogue(), topic, pipeline.partitions());
  }

  /** Returns what is missing, in words; null if nothing is. */
  private @Nullable String behind(SourceEnds ends, MarkerTail forward, MarkerTail mirror) {
    for (int p = 0; p < pipeline.partitions(); p++) {
      if (ends.any(p)) {
        Stamp end = ends.byPartition().get(p);
        MarkerTail tail = forward.covers(p, end) ? mirror : forward;
        if (!tail.covers(p, end)) {
          return "%s topic, partition %d: sources end at %s, the last marker covers %s"
              .formatted(tail == forward ? "forward" : "mirror", p, end, tail.describe(p));
        }
      }
    }
    for (Site site : pipeline.sites()) {
      MarkerTail tail = site.status().role() == SiteRole.CENTRAL ? forward : mirror;
      String late = behind(site, tail);
      if (late != null) {
        return late;
      }
    }
    return null;
  }

  private @Nullable String behind(Site site, MarkerTail tail) {
    Token token = site.status().token();
    for (int p = 0; p < pipeline.partitions(); p++) {
      if (token.next(p) < tail.afterLast(p)) {
        var progress = site.progress();
        return "site %s (%s: %s), partition %d: applied to %d of %d"
            .formatted(
                site.status().name(),
                progress.phase(),
                progress.detail(),
                p,
                token.next(p),
                tail.afterLast(p));
      }
    }
    return null;
  }

  private void failIfStuck(String behind) {
    long nowNs = System.nanoTime();
    if (!behind.equals(seen)) {
      seen = behind;
      sinceNs = nowNs;
    } else if (nowNs - sinceNs > patienceNs) {
      throw new Failure(
          "not drained: nothing has moved for "
              + Duration.ofNanos(patienceNs).toSeconds()
              + " s; behind is "
              + behind);
    }
  }
}
