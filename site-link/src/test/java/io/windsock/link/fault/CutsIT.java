package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A link that is cut at random phases while records arrive: the target is always a prefix of the
 * source, in whole batches, and has everything in the end.
 *
 * <p>The line is in clear text or TLS, and pipelines and compression differ from start to start, as
 * the seed says. {@code -Dwindsock.cuts=N} sets the number of cuts, {@code -Dwindsock.seed=N}
 * repeats their kinds and moments.
 */
class CutsIT {
  private static final int CUTS = Integer.getInteger("windsock.cuts", 20);
  private static final int MAX_PHASE_MS = 250;

  @Test
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  void shouldHaveAPrefixInWholeBatchesWhateverIsCut(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("windsock.seed", System.nanoTime());
    System.out.println(CUTS + " cuts of a link: -Dwindsock.seed=" + seed);
    Random random = new Random(seed);
    try (CutSites sites = new CutSites(folder, random);
        CutCheck check = new CutCheck(sites);
        Feed feed = new Feed(sites.sourceKafka, seed)) {
      check.awaitProgress();
      List<Cut> cuts = Cut.plan(CUTS, random);
      for (int i = 0; i < cuts.size(); i++) {
        long beginNs = System.nanoTime();
        Moment.pass(random.nextInt(MAX_PHASE_MS));
        cuts.get(i).make(sites, random);
        if (random.nextBoolean()) {
          check.assertWholeBatches();
        }
        check.awaitProgress();
        System.out.printf(
            "cut %d, %s: continued after %d ms%n",
            i + 1, cuts.get(i), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
      }
      feed.end();
      assertThat(feed.committed()).isGreaterThan(CUTS);
      check.assertWholeAtTheEnd(feed.committed());
      System.out.println(feed.committed() + " records are at the target, none of them twice");
    }
  }
}
