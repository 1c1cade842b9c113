package io.windsock.gateway.update;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;

/**
 * Reads updates from JSON, and refuses those that the topology would put among the dead letters.
 * Any thread may use it.
 */
public final class UpdateReader {
  /** The most updates read at once. */
  public static final int MAX_UPDATES = 1000;

  /** The most faults that are named. */
  public static final int MAX_FAULTS = Faults.MAX;

  /** The longest key that the topology takes, in bytes of UTF-8. */
  static final int MAX_KEY_BYTES = 1024;

  /** The largest event that the topology takes by default, in bytes. */
  static final int MAX_EVENT_BYTES = 256 << 10;

  /** How far an event's time may be ahead, as the topology's default has it, ms. */
  static final long MAX_FUTURE_MS = 3_600_000;

  private static final Set<String> FIELDS = Set.of("id", "key", "type", "event");
  private static final String EVENT_TIME = "eventTime";
  private static final String UPDATES = "updates";

  private final Catalogue catalogue;
  private final EventCodec codec;
  private final Clock clock;

  /**
   * Creates a reader.
   *
   * @param clock gives an event without {@code eventTime} its time
   */
  public UpdateReader(Catalogue catalogue, Clock clock) {
    this.catalogue = catalogue;
    this.codec = new EventCodec(catalogue);
    this.clock = clock;
  }

  /** Returns the streams that take updates. */
  public List<String> streams() {
    return catalogue.streams();
  }

  /**
   * Reads one update, {@code {"id", "key", "type", "event"}}, or several in order, {@code
   * {"updates": […]}}. {@code type} may be absent if the stream has one type, and the event's
   * {@code eventTime} is now if it is absent.
   *
   * @param stream one of {@link #streams}
   * @throws ConfigurationException with every fault, up to {@link #MAX_FAULTS}; then none of them
   *     is an update
   */
  public List<Update> read(String stream, JsonNode json) {
    Faults faults = new Faults();
    List<Update> updates = new ArrayList<>();
    if (json.has(UPDATES)) {
      several(stream, json, updates, faults);
    } else {
      add(update(stream, json, "update", faults), updates);
    }
    if (faults.count() > 0) {
      throw new ConfigurationException(faults.first());
    }
    return updates;
  }

  private void several(String stream, JsonNode json, List<Update> updates, Faults faults) {
    JsonNode list = json.get(UPDATES);
    if (json.size() > 1) {
      faults.add(UPDATES, "is not alone; leave out the other fields");
    }
    if (!list.isArray() || list.isEmpty() || list.size() > MAX_UPDATES) {
      String given = list.isArray() ? "has " + list.size() + " updates" : EventJson.given(list);
      faults.add(UPDATES, given + "; it must be an array of 1 to " + MAX_UPDATES + " updates");
      return;
    }
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < list.size() && !faults.full(); i++) {
      String place = UPDATES + "[" + i + "]";
      add(update(stream, list.get(i), place, faults), updates);
      String id = list.get(i).path("id").asText();
      if (!id.isEmpty() && !ids.add(id)) {
        faults.add(place + ".id", "is '" + id + "', as that of an earlier update");
      }
    }
  }

  private static void add(@Nullable Update update, List<Update> updates) {
    if (update != null) {
      updates.add(update);
    }
  }

  private @Nullable Update update(String stream, JsonNode json, String place, Faults faults) {
    if (!json.isObject()) {
      faults.add(
          place, EventJson.given(json) + "; it must be an object with id, key, type and event");
      return null;
    }
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (!FIELDS.contains(field.getKey())) {
        faults.add(
            place + "." + EventJson.shown(field.getKey()),
            "is not a field of an update, which has id, key, type and event");
        break; // one is enough, and there may be many
      }
    }
    int before = faults.count();
    String id = id(json.path("id"), place, faults);
    String key = key(json.path("key"), place, faults);
    EventType type = type(stream, json.get("type"), place, faults);
    byte[] value = type == null ? null : event(type, json.path("event"), place, faults);
    return faults.count() > before || value == null ? null : new Update(id, stream, key, value);
  }

  private static String id(JsonNode json, String place, Faults faults) {
    String id = json.asText();
    if (!json.isTextual() || id.length() > Call.MAX_ID_CHARS || !BatchBounds.isId(id)) {
      faults.add(
          place + ".id",
          EventJson.given(json)
              + "; it must be 1 to "
              + Call.MAX_ID_CHARS
              + " letters, digits, dots, dashes, underscores or colons, and of this update alone,"
              + " such as a UUID");
    }
    return id;
  }

  private static String key(JsonNode json, String place, Faults faults) {
    String key = json.asText();
    int bytes = key.getBytes(StandardCharsets.UTF_8).length;
    if (!json.isTextual() || bytes == 0 || bytes > MAX_KEY_BYTES) {
      faults.add(
          place + ".key",
          EventJson.given(json) + "; it must be a text of 1 to " + MAX_KEY_BYTES + " bytes");
    } else if (key.chars().anyMatch(c -> c < ' ')) {
      faults.add(place + ".key", "has a control character; no site serves such a key");
    } else if (EventJson.hasHalfPair(key)) {
      faults.add(place + ".key", EventJson.HALF_PAIR);
    }
    return key;
  }

  private @Nullable EventType type(
      String stream, @Nullable JsonNode json, String place, Faults faults) {
    List<EventType> types =
        catalogue.types().stream().filter(type -> stream.equals(type.stream())).toList();
    if (json == null && types.size() == 1) {
      return types.get(0);
    }
    String name = json == null ? "" : json.asText();
    for (EventType type : types) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    String given =
        json == null
            ? "is missing"
            : EventJson.given(json) + ", which is not of the stream " + stream;
    faults.add(place + ".type", given + "; use one of " + types);
    return null;
  }

  private byte @Nullable [] event(EventType type, JsonNode json, String place, Faults faults) {
    if (faults.full()) {
      return null; // no fault of the event would be found
    }
    JsonNode dated = json;
    if (json instanceof ObjectNode object && !json.has(EVENT_TIME)) {
      dated = object.deepCopy().put(EVENT_TIME, clock.millis());
    }
    int before = faults.count();
    GenericData.Record event =
        new EventJson(faults).record(type.current().schema(), dated, place + ".event");
    if (faults.count() > before) {
      return null;
    }
    byte[] value = encoded(type, event);
    if (value.length > MAX_EVENT_BYTES) {
      faults.add(
          place + ".event",
          "has " + value.length + " bytes; the topology takes " + MAX_EVENT_BYTES);
    }
    if (Framing.eventTimeMs(value) > clock.millis() + MAX_FUTURE_MS) {
      faults.add(
          place + ".event." + EVENT_TIME,
          "is more than "
              + MAX_FUTURE_MS / 60_000
              + " min ahead of the gateway's clock; leave it out, or send the update later");
    }
    return value;
  }

  /** The codec is one thread's at a time. */
  private byte[] encoded(EventType type, GenericData.Record event) {
    synchronized (codec) {
      return codec.encode(type, event);
    }
  }
}
