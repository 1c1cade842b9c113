package io.windsock.site.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.position.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A client as it should be: holds the rows of its subscription across disconnects, moves its
 * position only with what it has taken in, and complains of everything that the protocol forbids.
 * Any thread may read it.
 */
public final class RowsClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FAULTS_KEPT = 5;

  /** Hears from which version of a row to which a client was taken; see {@link #onStep}. */
  public interface StepListener {
    /** The client had {@code key} at version {@code from}; the update brought {@code to}. */
    void step(String key, long from, long to);
  }

  private enum Phase {
    CLOSED,
    OPENED,
    INITIAL,
    RESUMING,
    LIVE
  }

  private final SseStreams streams;
  private final String query;
  private final Map<String, JsonNode> rows = new TreeMap<>();
  private final Map<String, Long> versions = new HashMap<>();

  // Keys that came without an id, so that another site may be behind them: all, and those by this
  // connection, whose site is never behind its own "live".
  private final Set<String> unconfirmed = new HashSet<>();
  private final Set<String> unconfirmedHere = new HashSet<>();

  // What the client had, confirmed by an id, when a reset began; and its position then.
  private final Map<String, Long> beforeReset = new HashMap<>();
  private String tokenBeforeReset = "";
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Integer> seen = new TreeMap<>();
  private final List<String> resets = new ArrayList<>();
  private SseStreams.Stream stream;
  private Connection connection;
  private Phase phase = Phase.CLOSED;
  private String token = "";
  private String cut = "";
  private String refused = "";
  private int status;
  private boolean crosses;
  private Runnable onEvent = () -> {};
  private StepListener onStep = (key, from, to) -> {};

  /**
   * A client, not connected yet.
   *
   * @param query of its subscription: {@code view=arrivals&airport=EGLL}
   */
  public RowsClient(SseStreams streams, String query) {
    this.streams = streams;
    this.query = query;
  }

  /** Has {@code then} run after each event, on the thread of the streams. */
  public synchronized RowsClient onEvent(Runnable then) {
    onEvent = then;
    return this;
  }

  /**
   * Tells {@code then} of each update that must be the very next of its key: live, with an id, of a
   * row that the client already had. Not of a row that came without an id last.
   */
  public synchronized RowsClient onStep(StepListener then) {
    onStep = then;
    return this;
  }

  /** Lets a resume continue in another topic, to which a link copies the one of its token. */
  public synchronized RowsClient crossing() {
    crosses = true;
    return this;
  }

  /** Starts from a view that was read at a position, rather than from nothing. */
  public synchronized RowsClient from(String view, String position) {
    try {
      JSON.readTree(view)
          .get("rows")
          .forEach(
              item -> {
                rows.put(item.path("key").asText(), item);
                versions.put(item.path("key").asText(), item.path("version").asLong());
              });
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(view, e);
    }
    token = position;
    return this;
  }

  /** Connects to a site, going on from where it was. */
  public void connect(String site) {
    connect(site, 0);
  }

  /** Connects with a receive buffer of its own; see {@link SseStreams#open}. */
  public synchronized void connect(String site, int receiveBytes) {
    phase = Phase.OPENED;
    cut = "";
    refused = "";
    status = 0;
    unconfirmedHere.clear();
    if (token.isEmpty()) {
      // It was cut amid a reset and asks as a new client: the site knows of no position to keep to.
      forgetBeforeReset();
    }
    connection = new Connection();
    stream = streams.open(site, "/v1/subscribe?" + query, token, receiveBytes, connection);
  }

  /** Drops the connection; what arrives from now on is not taken in. */
  public synchronized void disconnect() {
    if (stream != null) {
      stream.close();
    }
    connection = null;
    phase = Phase.CLOSED;
  }

  /** Stops reading, or goes on. */
  public synchronized void reading(boolean on) {
    stream.reading(on);
  }

  /** One of its connections; what an earlier one still brings is not taken in. */
  private final class Connection implements SseStreams.Listener {
    @Override
    public void opened(int code, Map<String, String> headers) {
      ifCurrent(() -> status = code);
    }

    @Override
    public void body(String text) {
      ifCurrent(() -> refused += text);
    }

    @Override
    public void closed(String why) {
      ifCurrent(() -> phase = Phase.CLOSED);
    }

    @Override
    public void event(SseEvent event) {
      ifCurrent(() -> RowsClient.this.event(event));
    }

    private void ifCurrent(Runnable work) {
      synchronized (RowsClient.this) {
        if (connection == this) {
          work.run();
        }
      }
    }
  }

  private void event(SseEvent event) {
    seen.merge(event.name(), 1, Integer::sum);
    try {
      take(event, JSON.readTree(event.data()));
    } catch (JsonProcessingException e) {
      faults.add("not JSON: " + event);
    }
    onEvent.run();
  }

  private void take(SseEvent event, JsonNode data) {
    switch (event.name()) {
      case "stale" -> {
        expect(phase == Phase.LIVE, "stale out of place", event);
        withoutId(event);
      }
      case "wait" -> {
        expect(phase != Phase.LIVE, "wait out of place", event);
        withoutId(event);
      }
      case "reset" -> {
        resets.add(data.path("reason").asText());
        expect(phase == Phase.OPENED, "reset in the middle", event);
        withoutId(event);
        keepForReset();
        rows.clear();
        versions.clear();
        unconfirmed.clear();
        unconfirmedHere.clear();
        token = "";
        phase = Phase.INITIAL;
      }
      case "resume" -> {
        expect(phase == Phase.OPENED && !token.isEmpty(), "resume out of place", event);
        withoutId(event);
        phase = Phase.RESUMING;
      }
      case "rows" -> {
        expect(phase == Phase.INITIAL, "rows out of place", event);
        withoutId(event);
        data.get("rows").forEach(item -> put(item, event));
      }
      case "live" -> {
        expect(phase == Phase.INITIAL || phase == Phase.RESUMING, "live out of place", event);
        expect(event.id().equals(data.path("token").asText()), "live without its id", event);
        checkReset(event);
        move(event);
        unconfirmed.removeAll(unconfirmedHere);
        unconfirmedHere.clear();
        phase = Phase.LIVE;
      }
      case "update" -> change(data, event, true);
      case "remove" -> change(data, event, false);
      case "derived" -> move(event);
      case "heartbeat" -> {
        expect(phase == Phase.LIVE, "heartbeat out of place", event);
        expect(event.id().equals(data.path("token").asText()), "heartbeat without its id", event);
        move(event);
      }
      case "cut" -> cut = data.path("reason").asText();
      default -> faults.add("unknown event " + event);
    }
  }

  private void keepForReset() {
    if (!token.isEmpty()) {
      beforeReset.clear();
      beforeReset.putAll(versions);
      beforeReset.keySet().removeAll(unconfirmed);
      tokenBeforeReset = token;
    }
  }

  /** Full state of the same topic is at least as new as what the client had at its position. */
  private void checkReset(SseEvent event) {
    if (tokenBeforeReset.isEmpty()) {
      return;
    }
    Token before = Token.parse(tokenBeforeReset);
    Token now = Token.parse(event.id());
    if (now.comparableTo(before)) {
      expect(now.covers(before), "a reset to an earlier position", event);
      beforeReset.forEach(
          (key, version) -> {
            if (rows.containsKey(key)) {
              expect(versions.get(key) >= version, "a reset to an earlier " + key, event);
            }
          });
    }
    forgetBeforeReset();
  }

  private void forgetBeforeReset() {
    beforeReset.clear();
    tokenBeforeReset = "";
  }

  private void withoutId(SseEvent event) {
    expect(event.id().isEmpty(), "an id where none may be", event);
  }

  private void change(JsonNode item, SseEvent event, boolean present) {
    expect(phase != Phase.OPENED, "a change before reset or resume", event);
    if (phase != Phase.LIVE) {
      withoutId(event);
    }
    String key = item.path("key").asText();
    long version = item.path("version").asLong(-1);
    long known = versions.getOrDefault(key, -1L);
    if (version < known) {
      // Another site may be behind what came without an id; never behind what came with one.
      expect(unconfirmed.contains(key), "a version that goes back", event);
      move(event);
      return;
    }
    // A resume may repeat what was taken in after the position; live, each record comes once.
    expect(phase != Phase.LIVE || !event.id().equals(token), "an update again", event);
    if (present) {
      tellStep(key, known, version, event);
      put(item, event);
    } else {
      rows.remove(key);
      versions.put(key, version);
    }
    if (event.id().isEmpty()) {
      unconfirmed.add(key);
      unconfirmedHere.add(key);
    } else {
      unconfirmed.remove(key);
      unconfirmedHere.remove(key);
    }
    move(event);
  }

  private void tellStep(String key, long known, long version, SseEvent event) {
    boolean next = phase == Phase.LIVE && !event.id().isEmpty() && !unconfirmed.contains(key);
    if (next && rows.containsKey(key)) {
      onStep.step(key, known, version);
    }
  }

  private void put(JsonNode item, SseEvent event) {
    expect(item.path("row").isObject(), "an item without a row", event);
    rows.put(item.path("key").asText(), item);
    versions.put(item.path("key").asText(), item.path("version").asLong());
  }

  /** Takes over the event's id, which never goes back. */
  private void move(SseEvent event) {
    if (event.id().isEmpty()) {
      return;
    }
    Token now = Token.parse(event.id());
    expect(token.isEmpty() || follows(now), "a position that goes back", event);
    token = event.id();
  }

  private boolean follows(Token now) {
    Token before = Token.parse(token);
    boolean crossed = crosses && phase == Phase.RESUMING && now.epoch() != before.epoch();
    return crossed || now.covers(before);
  }

  private void expect(boolean holds, String what, SseEvent event) {
    if (!holds && faults.size() < FAULTS_KEPT) {
      String shown = event.toString();
      faults.add(what + " (" + phase + ", at " + token + "): " + shown);
    }
  }

  /** Items by key, {@code {"key", "version", "row"}}; a copy. */
  public synchronized Map<String, JsonNode> rows() {
    return new TreeMap<>(rows);
  }

  /** Its position; empty before the first. */
  public synchronized String token() {
    return token;
  }

  /** What the protocol forbids and the server did; empty if all is well. */
  public synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  /** How many events of a type it has seen. */
  public synchronized int seen(String name) {
    return seen.getOrDefault(name, 0);
  }

  /** Whether its state is complete and updates follow. */
  public synchronized boolean isLive() {
    return phase == Phase.LIVE;
  }

  /** Whether it has no connection. */
  public synchronized boolean isClosed() {
    return phase == Phase.CLOSED;
  }

  /** Why the server cut it; empty if it didn't, or could not say. */
  public synchronized String cut() {
    return cut;
  }

  /** Status of the last response; 0 before it came. */
  public synchronized int status() {
    return status;
  }

  /** The last refusal's body; empty if there was none. */
  public synchronized String refused() {
    return refused;
  }

  @Override
  public synchronized String toString() {
    return phase + " at " + token + ", seen " + seen + ", resets " + resets;
  }
}
