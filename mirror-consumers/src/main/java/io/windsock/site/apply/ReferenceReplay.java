package io.windsock.site.apply;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.Ede;
import io.windsock.platform.kafka.LogReplay;
import io.windsock.site.state.form.DigestSum;
import io.windsock.site.state.form.StateHash;
import io.windsock.site.status.SiteDomain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reference computation of a site's state, in the simplest way: one record after the other, one
 * map, no disk. It shares only the EDE and the hash with a site. Owned by one thread.
 */
public final class ReferenceReplay {
  private record Held(int partition, GenericRecord state) {}

  private final Catalogue catalogue;
  private final Ede ede;
  private final int partitions;
  private final Map<String, Held> states = new HashMap<>();
  private final Map<String, Long> eventsByType = new TreeMap<>();
  private long markers;
  private long undecodable;

  /** Creates a replay of an output topic with {@code partitions} partitions. */
  public ReferenceReplay(SiteDomain domain, int partitions) {
    catalogue = domain.catalogue();
    ede = new Ede(domain.ede());
    this.partitions = partitions;
  }

  /**
   * Replays a topic up to a token.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @param patience how long to wait without receiving a record before failing
   */
  public static ReferenceReplay upTo(
      Token token, Map<String, Object> kafka, String topic, SiteDomain domain, Duration patience) {
    ReferenceReplay replay = new ReferenceReplay(domain, token.partitions());
    LogReplay.read(kafka, topic, token, patience, replay::receive);
    return replay;
  }

  /** Applies the next record of a partition. */
  public void receive(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      markers++;
      return;
    }
    Header sequence = record.headers().lastHeader(EventHeaders.SEQUENCE);
    SchemaVersion version =
        record.value() == null ? null : catalogue.version(Framing.schemaId(record.value()));
    if (sequence == null || !EventHeaders.isSequence(sequence.value()) || version == null) {
      undecodable++;
      return;
    }
    String key = new String(record.key(), StandardCharsets.UTF_8);
    Held held = states.get(key);
    try {
      GenericRecord before = held == null ? null : held.state();
      long number = EventHeaders.sequence(sequence.value());
      GenericRecord after = ede.apply(before, record.value(), number).state();
      states.put(key, new Held(record.partition(), after));
      eventsByType.merge(version.type().name(), 1L, Long::sum);
    } catch (UndecodableException e) {
      undecodable++;
    }
  }

  /** The digest of a site that has applied the same records. */
  public String digest() {
    List<DigestSum> sums = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      sums.add(new DigestSum());
    }
    StateHash hash = new StateHash();
    states.forEach(
        (key, held) -> {
          hash.compute(key.getBytes(StandardCharsets.UTF_8), ede.encode(held.state()), 0);
          sums.get(held.partition()).add(hash.high(), hash.low());
        });
    return DigestSum.text(sums);
  }

  /** The number of keys. */
  public long keys() {
    return states.size();
  }

  /** The framed state of a key; null if the key has no event. */
  public byte @Nullable [] state(String key) {
    Held held = states.get(key);
    return held == null ? null : ede.encode(held.state());
  }

  /** Every key with its framed state, in key order. */
  public Map<String, byte[]> states() {
    Map<String, byte[]> all = new TreeMap<>();
    states.forEach((key, held) -> all.put(key, ede.encode(held.state())));
    return all;
  }

  /** The number of applied events, by the name of their {@link EventType}. */
  public Map<String, Long> eventsByType() {
    return Map.copyOf(eventsByType);
  }

  /** The number of markers. */
  public long markers() {
    return markers;
  }

  /** The number of records that could not be applied. */
  public long undecodable() {
    return undecodable;
  }
}
