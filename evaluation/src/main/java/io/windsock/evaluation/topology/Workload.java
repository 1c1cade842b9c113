package io.windsock.evaluation.topology;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The records that both programs copy: positions of flights with skewed frequencies (Zipf, exponent
 * 0.8), the same for the same seed.
 */
final class Workload {
  private static final double EXPONENT = 0.8;
  private static final long FIRST_EVENT_MS = 1_501_632_000_000L;

  private final Catalogue catalogue;
  private final EventCodec codec;
  private final EventType position;
  private final byte[][] keys;
  private final double[] cumulated;
  private final Random random;

  Workload(Catalogue catalogue, int flights, long seed) {
    this.catalogue = catalogue;
    this.codec = new EventCodec(catalogue);
    this.position = catalogue.type("FlightPosition");
    this.random = new Random(seed);
    this.keys = new byte[flights][];
    this.cumulated = new double[flights];
    double sum = 0;
    for (int i = 0; i < flights; i++) {
      keys[i] = "WSK%04d-20170802".formatted(i).getBytes(StandardCharsets.UTF_8);
      sum += 1 / Math.pow(i + 1, EXPONENT);
      cumulated[i] = sum;
    }
  }

  /** Appends {@code records} positions; returns the mean bytes of a key and value. */
  double preload(String bootstrapServers, Topics topics, long records) {
    Map<String, Object> config =
        Map.of("bootstrap.servers", bootstrapServers, "batch.size", 256 * 1024, "linger.ms", 20);
    String topic = topics.source(catalogue.streams().get(0));
    long bytes = 0;
    try (var producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (long i = 0; i < records; i++) {
        int flight = flight();
        byte[] value = position(i, flight);
        bytes += keys[flight].length + value.length;
        var unused = producer.send(new ProducerRecord<>(topic, keys[flight], value));
      }
      producer.flush();
    }
    return (double) bytes / records;
  }

  private int flight() {
    double at = random.nextDouble() * cumulated[cumulated.length - 1];
    int place = Arrays.binarySearch(cumulated, at);
    return place < 0 ? Math.min(-place - 1, keys.length - 1) : place;
  }

  private byte[] position(long number, int flight) {
    return codec.encode(
        position,
        new GenericRecordBuilder(position.current().schema())
            .set("eventTime", FIRST_EVENT_MS + number)
            .set("latitude", 51 + random.nextDouble())
            .set("longitude", -1 + random.nextDouble())
            .set("altitudeFt", 1000 + random.nextInt(40_000))
            .set("groundSpeedKt", 200 + 300 * random.nextFloat())
            .set("trackDeg", 360 * random.nextFloat())
            .set("verticalRateFpm", 64f * random.nextInt(40))
            .set("onGround", false)
            .set("callsign", "WSK%04d".formatted(flight))
            .set("icao24", "40%04x".formatted(flight))
            .set("squawk", "4321")
            .build());
  }
}
