package io.windsock.site.sample;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.name.NameRule;
import io.windsock.platform.name.NamedSample;
import io.windsock.platform.time.Clocks;
import io.windsock.site.progress.SitePhase;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the monitor topic for other sites, from this site's first sample on. One with the same
 * name would overwrite this site's checkpoint. It has its own thread and consumer. If the consumer
 * fails, the next one continues where it was; if the log no longer has that, at the log's end.
 */
public final class SiteWatch implements AutoCloseable {
  /** A twin that has sent no sample for this long is gone, ms. */
  static final long GONE_MS = 5_000;

  private static final Logger LOG = LoggerFactory.getLogger(SiteWatch.class);
  private static final Duration POLL_WAIT = Duration.ofMillis(500);
  private static final long WAIT_MS = 100;
  private static final long RETRY_MS = 2_000;
  private static final long CLOSE_MS = 1_000;
  private static final int FETCH_BYTES = 1024 * 1024;
  private static final long UNREAD = -1;

  /** Listener for other sites, called on the watch's thread. */
  public interface Listener {
    /**
     * A site of another name reported.
     *
     * @param atMs the record's time, ms since the epoch
     */
    void other(SiteSample sample, long atMs);

    /** An older site has the name, so this one must no longer commit or serve. */
    void taken(String reason);

    /** A younger site uses the name, so its commits must be corrected. */
    void twin();
  }

  private final String site;
  private final TopicPartition monitor;
  private final Catalogue catalogue;
  private final EventCodec codec;
  private final Incarnation self;
  private final NameRule rule;
  private final Listener listener;
  private final Clocks clock;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Thread thread;

  /** The offset to read next; {@link #UNREAD} before the first record. Owned by the thread. */
  private long next = UNREAD;

  private volatile @Nullable Consumer<byte[], byte[]> following;
  private volatile boolean closing;
  private volatile String twinUrl = "";
  private volatile long twinMs;

  /**
   * Creates a watch.
   *
   * @param site the site's name
   * @param topic the monitor topic's name
   * @param kafka the client's properties: at least the bootstrap servers
   * @param catalogue the catalogue with whose ids samples are written
   * @param self this run of the site
   */
  public SiteWatch(
      String site,
      String topic,
      Map<String, ?> kafka,
      Catalogue catalogue,
      Incarnation self,
      Listener listener,
      Clocks clock) {
    this(site, topic, () -> open(properties(site, kafka)), catalogue, self, listener, clock);
  }

  /** Creates a watch that reads by {@code consumers}, each of which it closes. */
  SiteWatch(
      String site,
      String topic,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Catalogue catalogue,
      Incarnation self,
      Listener listener,
      Clocks clock) {
    this.site = site;
    this.consumers = consumers;
    this.catalogue = catalogue;
    codec = new EventCodec(catalogue);
    this.self = self;
    this.listener = listener;
    this.clock = clock;
    monitor = new TopicPartition(topic, 0);
    rule = new NameRule(self, NameRule.Begin.WITH_FIRST_SAMPLE);
    thread = new Thread(this::run, "name-" + site);
    thread.setDaemon(true);
  }

  /** Starts watching, on a thread of its own. */
  public void start() {
    thread.start();
  }

  private static Map<String, Object> properties(String site, Map<String, ?> kafka) {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ConsumerConfig.CLIENT_ID_CONFIG, site + ".name");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    return properties;
  }

  private static Consumer<byte[], byte[]> open(Map<String, Object> properties) {
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    return new KafkaConsumer<>(properties, bytes, bytes);
  }

  /** Base URL of a running younger site of this name; empty if there is none. */
  public String twin() {
    return clock.monotonicMs() - twinMs < GONE_MS ? twinUrl : "";
  }

  private void run() {
    try {
      while (!closing && self.born() == Incarnation.UNBORN) {
        Thread.sleep(WAIT_MS);
      }
      while (!closing) {
        follow();
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: stopped watching its name", site);
    }
  }

  private void follow() throws InterruptedException {
    try (Consumer<byte[], byte[]> consumer = consumers.get()) {
      following = consumer;
      consumer.assign(List.of(monitor));
      consumer.seek(monitor, next == UNREAD ? self.born() : next);
      while (!closing) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL_WAIT)) {
          take(record);
          next = record.offset() + 1;
        }
        checkGone();
      }
    } catch (WakeupException e) {
      LOG.debug("{}: stopped watching its name", site);
    } catch (KafkaException e) {
      LOG.warn(
          "{}: can't read topic '{}' for others of its name: {}",
          site,
          monitor.topic(),
          e.toString());
      Thread.sleep(RETRY_MS);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (!catalogue.typeName(record.value()).equals("SiteSample")) {
      return;
    }
    try {
      SiteSample sample = codec.decode(record.value(), SiteSample.class);
      if (!sample.getSite().equals(site)) {
        listener.other(sample, record.timestamp());
        return;
      }
      switch (rule.evaluate(named(sample, record))) {
        case TAKEN -> taken(sample);
        case YOUNGER -> twin(sample);
        case OWN -> {}
      }
    } catch (UndecodableException | RuntimeException e) {
      LOG.debug("{}@{} is not a site's sample: {}", monitor, record.offset(), e.toString());
    }
  }

  private static NamedSample named(SiteSample sample, ConsumerRecord<byte[], byte[]> record) {
    return new NamedSample(
        sample.getIncarnation(),
        sample.getBorn(),
        sample.getAtMs(),
        sample.getPhase().equals(SitePhase.CLOSED.name()),
        record.offset(),
        record.timestamp());
  }

  private void taken(SiteSample older) {
    closing = true;
    listener.taken(
        "the name '"
            + site
            + "' is taken by the site at "
            + older.getUrl()
            + ", which has run for longer: start this one with another --name, or stop that one");
  }

  private void twin(SiteSample younger) {
    if (twinUrl.isEmpty()) {
      LOG.warn("{}: the site at {} also uses this name", site, younger.getUrl());
    }
    twinUrl = younger.getUrl();
    twinMs = clock.monotonicMs();
    listener.twin();
  }

  /** Checks whether a twin is gone. Its last commit may have come after its last sample. */
  private void checkGone() {
    if (!twinUrl.isEmpty() && clock.monotonicMs() - twinMs >= GONE_MS) {
      LOG.info("{}: the site at {} no longer uses this name", site, twinUrl);
      twinUrl = "";
      listener.twin();
    }
  }

  @Override
  public void close() {
    closing = true;
    Consumer<?, ?> consumer = following;
    if (consumer != null) {
      consumer.wakeup(); // an interrupt would fail its close
    }
    try {
      thread.join(CLOSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
