package io.windsock.platform.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.topic.Topics;
import io.windsock.platform.kafka.CompetingWriters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The agreement of a cluster's programs on the schema ids in their records. It is a JSON record in
 * the control topic, which maps {@code FlightPosition#101} (a type, and its id in the catalogue) to
 * the id in the records. The first topology or controller writes it, and later ones add new
 * versions. A program that would use other ids is refused.
 *
 * <p>If outputs hold records but no agreement exists, either the control topic was recreated or the
 * records are older than such agreements. Then one of the last events must be readable here; if no
 * events are left, all other records must be.
 */
public final class SchemaIds {
  private static final byte[] KEY = "schema-ids".getBytes(StandardCharsets.UTF_8);
  private static final int TIMEOUT_MS = 10_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 20;
  private static final long MAX_PAUSE_MS = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Object> kafka;
  private final Topics topics;
  private final Catalogue catalogue;
  private final SortedMap<String, Integer> own = new TreeMap<>();

  private SchemaIds(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    this.kafka = Map.copyOf(kafka);
    this.topics = topics;
    this.catalogue = catalogue;
    for (SchemaVersion version : catalogue.versions()) {
      String name = version.type().name() + "#" + version.listedId();
      own.put(name, version.id());
    }
  }

  /**
   * Joins the agreement, waiting for a control topic that was just created.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @throws ConfigurationException if the topics' records use other ids
   * @throws KafkaException if the cluster does not answer, or has no control topic
   */
  public static void agree(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    SchemaIds ids = new SchemaIds(kafka, topics, catalogue);
    try (AgreedIds agreed = new AgreedIds(kafka, topics)) {
      agreed.awaitPossible();
      ids.agree(agreed);
    }
  }

  /**
   * Checks the agreement without adding to it, for programs that don't write to the control topic.
   * Passes if there is no agreement yet.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @throws ConfigurationException if the topics' records use other ids
   * @throws KafkaException if the cluster does not answer
   */
  public static void check(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    SchemaIds ids = new SchemaIds(kafka, topics, catalogue);
    try (AgreedIds agreed = new AgreedIds(kafka, topics)) {
      if (agreed.isPossible()) {
        ids.recorded(agreed);
      }
    }
  }

  /** Returns whether a control topic record with this key holds schema ids. */
  public static boolean isKey(byte @Nullable [] key) {
    return Arrays.equals(key, KEY);
  }

  private void agree(AgreedIds agreed) {
    int attempt = 0;
    while (!includesOwn(recorded(agreed))) {
      try {
        record(agreed);
      } catch (KafkaException e) {
        attempt++;
        if (attempt == ATTEMPTS || !CompetingWriters.mayHaveCaused(e)) {
          throw e;
        }
        pause();
      }
    }
  }

  /** Waits for a random time, so that one of several competing programs succeeds. */
  private static void pause() {
    LockSupport.parkNanos(
        TimeUnit.MILLISECONDS.toNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE_MS)));
  }

  private boolean includesOwn(@Nullable SortedMap<String, Integer> recorded) {
    return recorded != null && recorded.entrySet().containsAll(own.entrySet());
  }

  /**
   * Returns the ids agreed on, which match those here; null if there is no agreement.
   *
   * @throws ConfigurationException if the ids or the records differ from those here
   */
  private @Nullable SortedMap<String, Integer> recorded(AgreedIds agreed) {
    SortedMap<String, Integer> recorded = read(agreed);
    if (recorded != null) {
      check(recorded);
    } else if (agreed.outputsHoldRecords()) {
      checkRecords(agreed.lastValues());
    }
    return recorded;
  }

  /**
   * One writer at a time: opening a transaction fences the previous writer, which then checks
   * again.
   */
  private void record(AgreedIds agreed) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(writing(), bytes, bytes);
    try {
      producer.initTransactions();
      SortedMap<String, Integer> recorded = recorded(agreed);
      if (!includesOwn(recorded)) {
        SortedMap<String, Integer> all = recorded == null ? new TreeMap<>() : recorded;
        all.putAll(own);
        producer.beginTransaction();
        var unused = producer.send(new ProducerRecord<>(topics.control(), 0, KEY, text(all)));
        producer.commitTransaction();
      }
    } finally {
      producer.close(CLOSE_TIMEOUT);
    }
  }

  private Map<String, Object> writing() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, "windsock-schema-ids");
    properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topics.prefix() + ".schema-ids");
    properties.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TIMEOUT_MS);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS / 2);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TIMEOUT_MS);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    return properties;
  }

  private @Nullable SortedMap<String, Integer> read(AgreedIds agreed) {
    byte[] recorded = agreed.last(KEY);
    if (recorded == null) {
      return null;
    }
    try {
      return JSON.readValue(recorded, new TypeReference<TreeMap<String, Integer>>() {});
    } catch (IOException e) {
      throw ConfigurationException.of(
          "topic " + topics.control(),
          "its record of schema ids is unreadable (" + e.getMessage() + "): restore the topic");
    }
  }

  private static byte[] text(Map<String, Integer> ids) {
    try {
      return JSON.writeValueAsBytes(ids);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are JSON", e);
    }
  }

  /**
   * Checks that one of the domain's events is readable here. Windsock's own records are weaker
   * evidence, because their ids may be the same with and without a registry; they count only if
   * there are no events.
   */
  private void checkRecords(List<byte[]> values) {
    EventValidator validator = new EventValidator(catalogue);
    @Nullable String fault = null;
    for (byte[] value : values) {
      String found = validator.fault(value);
      SchemaVersion version = catalogue.version(Framing.schemaId(value));
      if (found == null && version != null && !version.type().isOwn()) {
        return;
      }
      fault = found == null ? fault : found;
    }
    if (fault != null) {
      throw refused(fault);
    }
  }

  private void check(Map<String, Integer> recorded) {
    Map<Integer, String> names = new HashMap<>();
    recorded.forEach((name, id) -> names.put(id, name));
    own.forEach(
        (name, id) -> {
          Integer other = recorded.get(name);
          if (other != null && !other.equals(id)) {
            throw refused(name + " has id " + other + " in them, and " + id + " here");
          }
          String owner = names.get(id);
          if (owner != null && !owner.equals(name)) {
            throw refused("id " + id + " is " + owner + " in them, and " + name + " here");
          }
        });
  }

  private ConfigurationException refused(String what) {
    return ConfigurationException.of(
        "topics " + topics.prefix() + ".*",
        "their records were framed with other schema ids ("
            + what
            + "): was --schema-registry, or --domain, changed? Give it as before, or start over"
            + " with another --prefix and empty data folders");
  }
}
