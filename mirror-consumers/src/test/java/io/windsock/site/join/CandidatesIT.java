package io.windsock.site.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.wire.PublishedSnapshot;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.site.apply.OutputLog;
import io.windsock.site.testing.AppliedLog;
import io.windsock.site.testing.SampleOf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sites a joiner asks, by a monitor topic whose broker's clock is an hour behind. */
class CandidatesIT {
  private static final String MONITOR = "candidates.monitor";
  private static final long NOW = System.currentTimeMillis() - 3_600_000;

  private final EventCodec codec = new EventCodec(OutputLog.CATALOGUE);

  private static SiteSample site(String name, long ownClockMs) {
    SiteSample sample = SampleOf.site(name);
    sample.setAtMs(ownClockMs);
    sample.setSnapshot(new PublishedSnapshot(3L, List.of(1L), "d", 1L));
    return sample;
  }

  private ProducerRecord<byte[], byte[]> at(long brokerMs, SiteSample sample) {
    byte[] key = sample.getSite().getBytes(UTF_8);
    return new ProducerRecord<>(MONITOR, 0, brokerMs, key, codec.encode(sample));
  }

  @Test
  void shouldGoByTheBrokersTimesAndPassOverWhatIsNoSample(@TempDir Path broker, @TempDir Path dir)
      throws Exception {
    try (EmbeddedBroker kafka = EmbeddedBroker.start(Options.at(broker))) {
      Map<String, Object> client =
          Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
      try (Admin admin = Admin.create(client);
          KafkaProducer<byte[], byte[]> producer =
              new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
        admin.createTopics(Set.of(new NewTopic(MONITOR, 1, (short) 1))).all().get();
        SiteSample noUrl = site("badUrl", NOW);
        noUrl.setUrl("http://[no host");
        SiteSample left = site("left", NOW);
        left.setPhase("CLOSED");
        for (ProducerRecord<byte[], byte[]> record :
            List.of(
                at(NOW - Candidates.FRESH_MS, site("silent", NOW)),
                at(NOW - 2_000, site("left", NOW)),
                at(NOW - 1_500, site("slowClock", NOW - 600_000)),
                at(NOW - 1_000, site("fastClock", NOW + 600_000)),
                at(NOW - 900, noUrl),
                at(NOW - 800, left),
                new ProducerRecord<byte[], byte[]>(MONITOR, 0, NOW - 700, new byte[] {1}, null),
                new ProducerRecord<>(MONITOR, 0, NOW, new byte[] {1}, new byte[] {0, 0, 9}))) {
          producer.send(record).get();
        }
      }
      JoinTarget target = new JoinTarget("self", AppliedLog.TOPIC, AppliedLog.STAMP, dir);
      Candidates candidates = new Candidates(target, MONITOR, client, codec);

      assertThat(candidates.urls(List.of("http://127.0.0.1:2")))
          .containsExactlyInAnyOrder(
              "http://127.0.0.1:1/slowClock", "http://127.0.0.1:1/fastClock", "http://127.0.0.1:2");
    }
  }
}
