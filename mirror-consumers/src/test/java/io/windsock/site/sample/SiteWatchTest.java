package io.windsock.site.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.platform.name.Incarnation;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.testing.SampleOf;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A site still knows the others after its consumer of the monitor topic has failed. */
class SiteWatchTest {
  private static final TopicPartition MONITOR = new TopicPartition("monitor", 0);
  private static final long BORN = 3;

  private final EventCodec codec = new EventCodec(OutputLog.CATALOGUE);
  private final Queue<MockConsumer<byte[], byte[]>> consumers = new ArrayDeque<>();
  private final List<String> heard = new CopyOnWriteArrayList<>();

  private final class Heard implements SiteWatch.Listener {
    @Override
    public void other(SiteSample sample, long atMs) {
      heard.add(sample.getSite());
    }

    @Override
    public void taken(String reason) {
      heard.add("taken");
    }

    @Override
    public void twin() {
      heard.add("twin");
    }
  }

  /** Adds a consumer of a log whose records are samples of the sites {@code names}. */
  private MockConsumer<byte[], byte[]> reading(long beginning, String... names) {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest");
    consumer.updateBeginningOffsets(Map.of(MONITOR, beginning));
    consumer.updateEndOffsets(Map.of(MONITOR, beginning + names.length));
    consumer.schedulePollTask(
        () -> {
          for (int i = 0; i < names.length; i++) {
            consumer.addRecord(sample(beginning + i, names[i]));
          }
        });
    consumers.add(consumer);
    return consumer;
  }

  private ConsumerRecord<byte[], byte[]> sample(long offset, String name) {
    byte[] value = codec.encode(SampleOf.site(name));
    return new ConsumerRecord<>(
        MONITOR.topic(), MONITOR.partition(), offset, name.getBytes(UTF_8), value);
  }

  private static void failing(MockConsumer<?, ?> consumer) {
    consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("a test's")));
  }

  private SiteWatch started() {
    Incarnation self = new Incarnation();
    self.published(BORN);
    SiteWatch watch =
        new SiteWatch(
            "a",
            MONITOR.topic(),
            consumers::remove,
            OutputLog.CATALOGUE,
            self,
            new Heard(),
            Clocks.system());
    watch.start();
    return watch;
  }

  @Test
  void shouldHearOthersFromItsFirstSampleOn() {
    reading(0, "before", "before", "before", "b", "c");
    try (SiteWatch watch = started()) {
      await().untilAsserted(() -> assertThat(heard).containsExactly("b", "c"));
      assertThat(watch.twin()).isEmpty();
    }
  }

  @Test
  void shouldContinueWhereAFailedConsumerWas() {
    failing(reading(0, "before", "before", "before", "b", "c"));
    failing(reading(3, "b", "c"));
    reading(3, "b", "c", "d");
    try (SiteWatch watch = started()) {
      await().untilAsserted(() -> assertThat(heard).containsExactly("b", "c", "d"));
      assertThat(watch.twin()).isEmpty();
    }
  }
}
