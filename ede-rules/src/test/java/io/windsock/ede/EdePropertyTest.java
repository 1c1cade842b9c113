package io.windsock.ede;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Random logs of one leg; every failure names its seed ({@code -Dwindsock.seed} repeats it). */
class EdePropertyTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final EdeDefinition DEFINITION = EdeDefinition.builtIn(CATALOGUE);
  private static final List<String> TYPES =
      List.of(
          "FlightPosition",
          "FlightStatus",
          "BoardingEvent",
          "BaggageEvent",
          "CrewEvent",
          "FlightArrived");
  private static final int CASES = 1_000;

  private final Ede ede = new Ede(DEFINITION);
  private final List<Ede> engines = List.of(new Ede(DEFINITION), new Ede(DEFINITION));
  private final EventCodec codec = new EventCodec(CATALOGUE);

  private interface Property {
    void check(Random random) throws Exception;
  }

  private static void forAll(Property property) {
    Long given = Long.getLong("windsock.seed");
    long first = given == null ? System.nanoTime() : given;
    for (int i = 0; i < (given == null ? CASES : 1); i++) {
      try {
        property.check(new Random(first + i));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + (first + i) + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void shouldMakeTheSameContentOfEveryInterleaving() {
    forAll(
        random -> {
          List<List<byte[]>> streams = streams(random);

          GenericRecord one = run(interleave(streams, random));
          GenericRecord other = run(coalesceSome(interleave(streams, random), random));

          assertThat(content(other)).isEqualTo(content(one));
          assertThat(other.get("events")).isEqualTo(one.get("events"));
        });
  }

  @Test
  void shouldMakeTheSameBytesOfTheSameLogWhateverTheRestarts() {
    forAll(
        random -> {
          List<byte[]> log = coalesceSome(interleave(streams(random), random), random);
          GenericRecord kept = null;
          byte[] stored = null;
          for (int i = 0; i < log.size(); i++) {
            kept = ede.apply(kept, log.get(i), i + 1).state();
            Ede other = engines.get(random.nextInt(engines.size()));
            GenericRecord read = stored == null ? null : other.decode(stored);
            stored = other.encode(other.apply(read, log.get(i), i + 1).state());
            assertThat(stored).as("after record %d", i).isEqualTo(ede.encode(kept));
          }
        });
  }

  @Test
  void shouldDeriveEachEventOnceAndOnlyWithItsFlag() {
    forAll(
        random -> {
          List<byte[]> log = coalesceSome(interleave(streams(random), random), random);
          List<String> derived = new ArrayList<>();
          GenericRecord state = ede.create();
          for (int i = 0; i < log.size(); i++) {
            Applied applied = ede.apply(state, log.get(i), i + 1);
            applied.derived().forEach(event -> derived.add(event.type().name()));
            state = random.nextBoolean() ? applied.state() : restarted(applied.state());
          }

          assertThat(derived).doesNotHaveDuplicates();
          assertThat(derived.contains("AllBoarded")).isEqualTo(state.get("allBoarded"));
          assertThat(derived.contains("AllBaggageLoaded")).isEqualTo(state.get("allBaggageLoaded"));
          assertThat(derived.contains("FlightArrived")).isEqualTo(state.get("arrived"));
        });
  }

  private GenericRecord restarted(GenericRecord state) throws UndecodableException {
    return ede.decode(ede.encode(state));
  }

  private GenericRecord run(List<byte[]> log) throws UndecodableException {
    GenericRecord state = ede.create();
    for (int i = 0; i < log.size(); i++) {
      state = ede.apply(state, log.get(i), i + 1).state();
    }
    return state;
  }

  /** The state without what may differ between interleavings. */
  private static GenericRecord content(GenericRecord state) {
    GenericRecord content = new GenericData.Record((GenericData.Record) state, true);
    content.put("version", 0L);
    content.put("events", 0L);
    content.put("lateEvents", 0L);
    return content;
  }

  /**
   * One list of events a type, most of them in order, some late, some of the same ms. Between types
   * no two have the same ms: of those the later in the log wins, which is no property of the set.
   */
  private static List<List<byte[]>> streams(Random random) {
    List<List<byte[]>> streams = new ArrayList<>();
    for (int stream = 0; stream < TYPES.size(); stream++) {
      List<byte[]> events = new ArrayList<>();
      int count = 1 + random.nextInt(6);
      for (int i = 0; i < count; i++) {
        long timeMs = (random.nextInt(4) + (random.nextInt(5) == 0 ? 0 : i)) * 8L + stream;
        events.add(RandomEvents.event(CATALOGUE, TYPES.get(stream), timeMs, random));
      }
      streams.add(events);
    }
    return streams;
  }

  private static List<byte[]> interleave(List<List<byte[]>> streams, Random random) {
    int[] next = new int[streams.size()];
    List<byte[]> log = new ArrayList<>();
    int left = streams.stream().mapToInt(List::size).sum();
    while (left > 0) {
      int stream = random.nextInt(next.length);
      if (next[stream] < streams.get(stream).size()) {
        log.add(streams.get(stream).get(next[stream]++));
        left--;
      }
    }
    return log;
  }

  private static List<byte[]> coalesceSome(List<byte[]> log, Random random) {
    List<byte[]> coalesced = new ArrayList<>();
    int at = 0;
    while (at < log.size()) {
      int parts = Math.min(log.size() - at, random.nextInt(4));
      if (parts == 0) {
        coalesced.add(log.get(at++));
      } else {
        byte[][] together = log.subList(at, at + parts).toArray(byte[][]::new);
        coalesced.add(Events.coalesced(CATALOGUE, 0, together));
        at += parts;
      }
    }
    return coalesced;
  }

  @Test
  void shouldReadFramedEventsAsTheCodecDoes() {
    EventReaderCheck check = new EventReaderCheck(DEFINITION);
    forAll(
        random -> {
          for (int i = 0; i < 100; i++) {
            String type = TYPES.get(random.nextInt(TYPES.size()));
            byte[] event = RandomEvents.event(CATALOGUE, type, random.nextInt(), random);
            check.sameAsCodec(RandomEvents.mutate(event, random));
          }
        });
    assertThat(check.accepted()).isGreaterThan(CASES);
    assertThat(check.refused()).isGreaterThan(CASES);
  }

  @Test
  void shouldWriteStatesAsTheCodecDoes() {
    forAll(
        random -> {
          GenericRecord state = run(interleave(streams(random), random));
          byte[] bytes = ede.encode(state);
          assertThat(bytes).isEqualTo(Events.encode(CATALOGUE, CATALOGUE.stateType(), state));
          assertThat(ede.decode(bytes)).isEqualTo(state);
          byte[] mutated = RandomEvents.mutate(bytes, random);
          assertThat(tryDecode(mutated)).isEqualTo(EventReaderCheck.decodes(codec, mutated));
        });
  }

  private boolean tryDecode(byte[] bytes) {
    try {
      ede.decode(Arrays.copyOf(bytes, bytes.length));
      return true;
    } catch (UndecodableException e) {
      return false;
    }
  }
}
