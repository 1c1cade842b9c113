package io.windsock.service.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventValidator;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * The schema ids that a cluster's records are framed with, and on which its programs agree: a
 * record of the control topic, JSON from {@code FlightPosition#101} (a type, and the id that its
 * catalogue lists) to the id in the records. The first program writes it; one that would frame
 * records otherwise is refused. New versions are added to it.
 *
 * <p>Where outputs hold records and nothing tells their ids, the control topic was made anew, or
 * they were written before there was such a record. Then one of the last events has to be readable
 * here; and where only markers are left, the ids that the catalogue lists count.
 */
public final class SchemaIds {
  private static final byte[] KEY = "schema-ids".getBytes(StandardCharsets.UTF_8);
  private static final int TIMEOUT_MS = 10_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 3;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Object> kafka;
  private final Topics topics;
  private final Catalogue catalogue;
  private final SortedMap<String, Integer> own = new TreeMap<>();
  private final SortedMap<String, Integer> listed = new TreeMap<>();

  private SchemaIds(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    this.kafka = Map.copyOf(kafka);
    this.topics = topics;
    this.catalogue = catalogue;
    for (SchemaVersion version : catalogue.versions()) {
      String name = version.type().name() + "#" + version.listedId();
      own.put(name, version.id());
      listed.put(name, version.listedId());
    }
  }

  /**
   * Takes part in the agreement; waits for a control topic that was made a moment ago.
   *
   * @param kafka the client's properties: at least the bootstrap servers
   * @throws ConfigurationException if the topics' records are framed with other ids
   * @throws KafkaException if the cluster does not answer, or has no control topic
   */
  public static void agree(Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    SchemaIds ids = new SchemaIds(kafka, topics, catalogue);
    try (AgreedIds agreed = new AgreedIds(kafka, topics)) {
      agreed.awaitPossible();
      ids.agree(agreed);
    }
  }

  /** The same for programs that run without a control topic too: then there is no agreement yet. */
  public static void agreeIfPossible(
      Map<String, Object> kafka, Topics topics, Catalogue catalogue) {
    SchemaIds ids = new SchemaIds(kafka, topics, catalogue);
    try (AgreedIds agreed = new AgreedIds(kafka, topics)) {
      if (agreed.isPossible()) {
        ids.agree(agreed);
      }
    }
  }

  /** Whether a record of the control topic with this key tells of schema ids. */
  public static boolean tells(byte @Nullable [] key) {
    return Arrays.equals(key, KEY);
  }

  private void agree(AgreedIds agreed) {
    if (isTold(agreed)) {
      return;
    }
    for (int attempt = 1; ; attempt++) {
      try {
        tell(agreed);
        return;
      } catch (KafkaException e) {
        // Another program tells its ids now, and has fenced this one.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Whether all is told as it is here. */
  private boolean isTold(AgreedIds agreed) {
    SortedMap<String, Integer> told = read(agreed);
    if (told == null) {
      if (agreed.outputsHoldRecords()) {
        checkRecords(agreed.lastEvents());
      }
      return false;
    }
    check(told);
    return told.entrySet().containsAll(own.entrySet());
  }

  /**
   * One writer at a time: who opens a transaction fences who had one open, and then looks again.
   */
  private void tell(AgreedIds agreed) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(writing(), bytes, bytes);
    try {
      producer.initTransactions();
      if (!isTold(agreed)) {
        SortedMap<String, Integer> told = read(agreed);
        SortedMap<String, Integer> all = told == null ? new TreeMap<>() : told;
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
    byte[] told = agreed.last(KEY);
    if (told == null) {
      return null;
    }
    try {
      return JSON.readValue(told, new TypeReference<TreeMap<String, Integer>>() {});
    } catch (java.io.IOException e) {
      throw ConfigurationException.of(
          "topic " + topics.control(),
          "what it says of schema ids can't be read (" + e.getMessage() + "): restore the topic");
    }
  }

  private static byte[] text(Map<String, Integer> ids) {
    try {
      return JSON.writeValueAsBytes(ids);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are JSON", e);
    }
  }

  private void checkRecords(List<byte[]> events) {
    if (events.isEmpty()) {
      check(listed);
      return;
    }
    EventValidator validator = new EventValidator(catalogue);
    String fault = "";
    for (byte[] event : events) {
      String found = validator.fault(event);
      if (found == null) {
        return;
      }
      fault = found;
    }
    throw refused(fault);
  }

  private void check(Map<String, Integer> told) {
    Map<Integer, String> names = new HashMap<>();
    told.forEach((name, id) -> names.put(id, name));
    own.forEach(
        (name, id) -> {
          Integer other = told.get(name);
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
            + "): was --schema-registry, or --domain, changed? Give it as before, or begin anew with"
            + " another --prefix and empty data folders");
  }
}
