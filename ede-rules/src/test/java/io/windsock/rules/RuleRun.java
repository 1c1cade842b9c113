package io.windsock.rules;

import static java.util.Objects.requireNonNull;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import io.windsock.rules.history.Reference;
import io.windsock.rules.stage.MirrorOutput;
import io.windsock.rules.stage.MirroringFunction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;

/**
 * Drives a mirroring function over events of several keys and writes down what comes out: {@code
 * "3"} for source event number 3 passed, {@code "[3 5 -2]"} for an update that carries 3 and 5 and
 * replaced two, {@code "FlightArrived{1 4}"} for a derived event that carries 1 and 4. Events are
 * numbered from 1 as received.
 */
final class RuleRun implements MirrorOutput {
  /** So many are logged by reference. */
  private static final int LATEST = 3;

  final List<String> sent = new ArrayList<>();

  /** The sequence with which each was sent. */
  final List<Long> sequences = new ArrayList<>();

  final List<GenericRecord> derived = new ArrayList<>();
  final Map<String, List<String>> sentByKey = new TreeMap<>();

  /** Numbers of the source events whose bytes were sent, in whatever form. */
  final Set<Long> seen = new TreeSet<>();

  long[] taken;
  long received;
  long passed;
  long carried;

  private RuleSet rules;
  private final Map<String, KeyHistory> histories = new LinkedHashMap<>();
  private final Map<ByteBuffer, Long> numbers = new LinkedHashMap<>();
  private final Map<Long, byte[]> values = new HashMap<>();
  private final EventCodec codec = new EventCodec(AirlineEvents.CATALOGUE);
  private MirroringFunction function;

  RuleRun(Rule... rules) {
    this(RuleSet.of(AirlineEvents.CATALOGUE, List.of(rules)));
  }

  RuleRun(RuleSet rules) {
    this.rules = rules;
    this.taken = new long[rules.names().size()];
    this.function = new MirroringFunction(rules.compiled(), this);
  }

  /** One event of the key "leg" at time 0. */
  RuleRun receive(byte[] value) {
    return receive("leg", value, 0);
  }

  RuleRun receive(byte[] value, long nowMs) {
    return receive("leg", value, nowMs);
  }

  RuleRun receive(String key, byte[] value, long nowMs) {
    received++;
    numbers.put(ByteBuffer.wrap(value), received);
    SchemaVersion version =
        requireNonNull(rules.catalogue().version(Framing.schemaId(value)), "version");
    values.put(received, value);
    function.receive(history(key), value, version, received, 1000 + nowMs, nowMs, 0, received);
    return this;
  }

  int release(long nowMs) {
    return function.release(nowMs);
  }

  long held() {
    return function.held();
  }

  long missing() {
    return function.missing();
  }

  long missingSinceMs() {
    return function.missingSinceMs();
  }

  KeyHistory history(String key) {
    return histories.computeIfAbsent(
        key, k -> new KeyHistory(k.getBytes(StandardCharsets.UTF_8), rules.layout()));
  }

  /** Logs every history and starts anew from the log. */
  void restart(long nowMs) {
    restart(rules, nowMs);
  }

  /**
   * Logs every history, with references to the latest events, and starts anew from the log under
   * other rules.
   */
  void restart(RuleSet others, long nowMs) {
    rules = others;
    taken = Arrays.copyOf(taken, Math.max(taken.length, others.names().size()));
    function = new MirroringFunction(rules.compiled(), this);
    for (Map.Entry<String, KeyHistory> entry : histories.entrySet()) {
      KeyHistory before = entry.getValue();
      KeyHistory after =
          KeyHistory.decode(
              before.key(), before.encode(received - LATEST), rules.layout(), this::read);
      entry.setValue(after);
      function.restored(after, nowMs);
    }
  }

  private byte[] read(Reference reference, boolean held) {
    byte[] value = requireNonNull(values.get(reference.offset()));
    if (!reference.fits(value)) {
      throw new AssertionError("another event than " + reference);
    }
    return value;
  }

  List<String> takeSent() {
    List<String> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  long takenInAll() {
    long all = 0;
    for (long events : taken) {
      all += events;
    }
    return all;
  }

  @Override
  public void passed(KeyHistory history, byte[] value, long sequence, long appendTimeMs) {
    passed++;
    sequences.add(sequence);
    sent(history, number(value));
  }

  private void sent(KeyHistory history, String what) {
    sent.add(what);
    sentByKey.computeIfAbsent(text(history.key()), key -> new ArrayList<>()).add(what);
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  @Override
  public void derived(
      KeyHistory history, byte[] value, long sequence, long appendTimeMs, int sources) {
    carried += sources;
    sequences.add(sequence);
    GenericRecord event = decode(value);
    derived.add(event);
    boolean update = event.getSchema().getName().equals("CoalescedUpdate");
    sent(history, update ? update(event) : number(value));
  }

  @Override
  public void taken(int rule, int events) {
    taken[rule] += events;
  }

  private String update(GenericRecord update) {
    StringBuilder text = new StringBuilder("[");
    for (Object part : (List<?>) update.get("parts")) {
      byte[] value = ((ByteBuffer) ((GenericRecord) part).get("value")).array();
      text.append(text.length() == 1 ? "" : " ").append(number(value));
    }
    int superseded = (int) update.get("superseded");
    return text + (superseded == 0 ? "]" : " -" + superseded + "]");
  }

  /** By content: bytes read back from a log or an update are other arrays. */
  private String number(byte[] value) {
    Long number = numbers.get(ByteBuffer.wrap(value));
    if (number == null) {
      return made(decode(value));
    }
    seen.add(number);
    return number.toString();
  }

  /** An event that a tuple made, with the parts that it carries. */
  private String made(GenericRecord event) {
    StringBuilder text = new StringBuilder(event.getSchema().getName());
    if (event.get("parts") instanceof List<?> parts) {
      text.append('{');
      for (Object part : parts) {
        text.append(text.charAt(text.length() - 1) == '{' ? "" : " ");
        text.append(number(((ByteBuffer) part).array()));
      }
      text.append('}');
    }
    return text.toString();
  }

  private GenericRecord decode(byte[] value) {
    try {
      return codec.decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError(e);
    }
  }
}
