package io.windsock.evaluation.mirror;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.topic.Topics;
import io.windsock.site.Site;
import io.windsock.site.SiteConfig;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.SiteConsumer;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.update.UpdateBatch;
import io.windsock.site.update.UpdateListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Measures, in rounds, consuming alone, applying alone, and a site that does both. */
final class RateRounds {
  private static final long EPOCH = 1;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration POLL = Duration.ofMillis(100);

  /** Events per second of one round. */
  record Round(double consume, double apply, double site) {
    /** Returns the rate of consuming and applying one after the other. */
    double serialBound() {
      return 1 / (1 / consume + 1 / apply);
    }

    double ratio() {
      return site / serialBound();
    }
  }

  private final String bootstrapServers;
  private final Topics topics;
  private final SiteDomain domain;
  private final Path dir;
  private final int partitions;
  private final long events;
  private final long memoryBytes;
  private final long[] ends;

  RateRounds(
      String bootstrapServers,
      Topics topics,
      SiteDomain domain,
      Path dir,
      int partitions,
      long events,
      long memoryBytes) {
    this.bootstrapServers = bootstrapServers;
    this.topics = topics;
    this.domain = domain;
    this.dir = dir;
    this.partitions = partitions;
    this.events = events;
    this.memoryBytes = memoryBytes;
    ends = new long[partitions];
  }

  Round round(int number) throws InterruptedException {
    double consume = consume();
    System.gc();
    double apply = apply(dir.resolve("apply-" + number));
    System.gc();
    double site = site(dir.resolve("site-" + number));
    return new Round(consume, apply, site);
  }

  /** Consumes with exactly the settings of a site's consumer and discards the records. */
  private double consume() {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      long start = System.nanoTime();
      long got = 0;
      while (got < events) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          got += record.key() == null ? 0 : 1;
          ends[record.partition()] = record.offset() + 1;
        }
      }
      return events * NANOS_PER_SECOND / (System.nanoTime() - start);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    KafkaConsumer<byte[], byte[]> consumer =
        SiteConsumer.open(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.GROUP_ID_CONFIG,
                "consume-alone"));
    List<TopicPartition> all = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      all.add(new TopicPartition(topics.mirror(), p));
    }
    consumer.assign(all);
    consumer.seekToBeginning(all);
    all.forEach(consumer::position);
    return consumer;
  }

  /** Applies the same polls to a state; only the time spent applying counts. */
  private double apply(Path dataDir) {
    DiskStamp stamp = new DiskStamp("bench", topics.mirror(), "bench", partitions, "bench");
    try (SiteState state = SiteState.open(dataDir, stamp, EPOCH, memoryBytes, Rebuild.NEVER);
        KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      ApplyOptions options =
          new ApplyOptions("apply-alone", SiteRole.MIRROR, domain, Map.of(), Following.STANDARD);
      Applier applier = new Applier(state, options, new SiteListeners("apply-alone"));
      long nanos = 0;
      long got = 0;
      while (got < events) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        long start = System.nanoTime();
        applier.begin(false);
        for (ConsumerRecord<byte[], byte[]> record : records) {
          applier.receive(record);
          got += record.key() == null ? 0 : 1;
        }
        applier.end();
        nanos += System.nanoTime() - start;
      }
      return events * NANOS_PER_SECOND / nanos;
    }
  }

  /** Measures from an empty disk to the last event, including the site's start. */
  private double site(Path dataDir) throws InterruptedException {
    SiteConfig config =
        SiteConfig.builder(SiteRole.MIRROR, "bench", bootstrapServers, dataDir, domain)
            .topics(topics)
            .memoryBytes(memoryBytes)
            .build();
    long start = System.nanoTime();
    try (Site site = Site.start(config)) {
      ReachedEnd end = new ReachedEnd();
      site.listeners().add(end);
      end.check(site.state().token());
      end.reached.await();
      return events * NANOS_PER_SECOND / (System.nanoTime() - start);
    }
  }

  /** Waits until a site has applied every consumed record. */
  private final class ReachedEnd implements UpdateListener {
    private final CountDownLatch reached = new CountDownLatch(1);

    @Override
    public boolean wantsUpdates() {
      return false;
    }

    @Override
    public void applied(UpdateBatch batch) {
      check(batch.token());
    }

    private void check(Token token) {
      for (int p = 0; p < partitions; p++) {
        if (token.next(p) < ends[p]) {
          return;
        }
      }
      reached.countDown();
    }
  }
}
