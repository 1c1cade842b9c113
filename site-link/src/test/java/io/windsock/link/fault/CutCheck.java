package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** Checks a link that is being cut. Owned by one thread. */
final class CutCheck implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final CutSites sites;
  private final PrefixCheck prefix;
  private final Probe probe;

  CutCheck(CutSites sites) {
    this.sites = sites;
    prefix = new PrefixCheck(sites.sourceKafka, sites.targetKafka);
    probe = new Probe(sites.sourceKafka, sites.tls());
  }

  /** Compares what the target shows with its position, while the sender can't reach it. */
  void assertWholeBatches() throws Exception {
    sites.line().hold();
    try {
      probe.run(sites.receiverPort(), opened -> prefix.assertHasExactly(opened.next()));
    } finally {
      sites.line().release();
    }
  }

  /** Waits until the target has more than it has now. */
  void awaitProgress() {
    prefix.lookToEnd();
    long before = prefix.copied();
    long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
    while (prefix.copied() == before) {
      prefix.look();
      assertThat(sites.runs()).as("sender, receiver and broker run: %s", sites.said()).isTrue();
      assertThat(System.nanoTime())
          .as("no record since %d: %s", before, sites.said())
          .isLessThan(deadlineNs);
    }
  }

  /** Waits until the target has what the source has, so many records, and checks once more. */
  void assertWholeAtTheEnd(long records) throws Exception {
    prefix.awaitAll();
    assertWholeBatches();
    assertThat(prefix.copied()).isEqualTo(records);
  }

  @Override
  public void close() {
    prefix.close();
    probe.close();
  }
}
