package io.windsock.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.ede.EdeDefinition;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.rules.config.RuleSet;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The design's invariants over random events, rules, crashes of the topology, poll boundaries,
 * restarts of sites and moves of a client: the data path from source records to a client's rows,
 * with everything of it real but Kafka itself. A failing case prints its seed.
 */
class InvariantsPropertyTest {
  private static final Catalogue CATALOGUE = Catalogue.builtIn("airline");
  private static final SiteDomain DOMAIN =
      new SiteDomain(CATALOGUE, EdeDefinition.builtIn(CATALOGUE));
  private static final int PARTITIONS = 2;

  private final EventCodec codec = new EventCodec(CATALOGUE);

  @Property
  void shouldHoldTheInvariants(@ForAll long seed) throws IOException {
    checkInvariants(seed, null);
  }

  /** The same while the parameters change at random. */
  @Property
  void shouldHoldTheInvariantsWhileParametersChange(@ForAll long seed) throws IOException {
    checkInvariants(seed, InvariantsPropertyTest::rules);
  }

  private void checkInvariants(long seed, @Nullable Function<Random, RuleSet> changes)
      throws IOException {
    Random random = new Random(seed);
    List<List<PartitionRun.Source>> sources = sources(random);
    RuleSet rules = rules(random);
    PartitionRun.Markers markers =
        new PartitionRun.Markers(1 + random.nextInt(60), 1 + random.nextInt(2000));
    List<PartitionRun> runs = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      PartitionRun run = new PartitionRun(p, CATALOGUE, rules, markers, changes, random);
      run.run(sources.get(p));
      checkNothingLost(sources.get(p), run);
      checkEpochs(run);
      runs.add(run);
    }
    Path folder = temporaryFolder();
    try {
      checkSites(folder, sources, runs, random);
    } finally {
      delete(folder);
    }
  }

  private List<List<PartitionRun.Source>> sources(Random random) {
    List<List<PartitionRun.Source>> sources = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      sources.add(new ArrayList<>());
    }
    GeneratorOptions options =
        GeneratorOptions.day()
            .withSeed(random.nextLong())
            .withFlights(2 + random.nextInt(6))
            .withEvents(150 + random.nextInt(250));
    try (GeneratedFeed feed = new GeneratedFeed(CATALOGUE, options)) {
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        List<PartitionRun.Source> partition =
            sources.get(Math.floorMod(event.key().hashCode(), PARTITIONS));
        if (random.nextInt(25) == 0) {
          partition.add(bad(event, random));
        }
        partition.add(good(event));
      }
    }
    return sources;
  }

  private static PartitionRun.Source good(FeedEvent event) {
    return new PartitionRun.Source(stream(event), event.key().getBytes(UTF_8), event.value());
  }

  private static int stream(FeedEvent event) {
    return CATALOGUE.streams().indexOf(Objects.requireNonNull(event.type().stream()));
  }

  private static PartitionRun.Source bad(FeedEvent event, Random random) {
    byte[] key = event.key().getBytes(UTF_8);
    byte[] value = event.value();
    return switch (random.nextInt(4)) {
      case 0 -> new PartitionRun.Source(stream(event), null, value);
      case 1 -> new PartitionRun.Source(stream(event), key, Arrays.copyOf(value, value.length / 2));
      case 2 -> new PartitionRun.Source(stream(event), key, Framing.frame(99_999, value));
      default -> new PartitionRun.Source(stream(event), key, null);
    };
  }

  private static RuleSet rules(Random random) {
    StringBuilder yaml = new StringBuilder("rules:\n");
    if (random.nextBoolean()) {
      yaml.append(
          """
            - name: arrival
              rule: complex-tuple
              parts:
                - {name: landed, type: FlightStatus, when: status == 'LANDED'}
                - {name: gate, type: FlightStatus, when: status == 'AT_GATE'}
              derive: FlightArrived
              fields: {landedAt: landed.eventTime, atGateAt: gate.eventTime, gate: gate.gate}
              ttl: 30m
          """);
      yaml.append(random.nextBoolean() ? "    absorb: true\n" : "");
    }
    if (random.nextBoolean()) {
      yaml.append(
          """
            - name: after-landing
              rule: complex-sequence
              after: {type: FlightStatus, when: status == 'LANDED'}
              discard: FlightPosition
              until: {type: FlightStatus, when: status == 'OUT'}
          """);
    }
    if (random.nextBoolean()) {
      boolean latest = random.nextBoolean();
      yaml.append("  - name: positions\n    rule: overwrite\n    type: FlightPosition\n");
      yaml.append("    mode: ").append(latest ? "latest" : "first").append('\n');
      yaml.append("    length: ").append(1 + random.nextInt(20)).append('\n');
      yaml.append(latest || random.nextBoolean() ? "    maxHold: 2s\n" : "");
    }
    if (random.nextBoolean()) {
      yaml.append(
          "  - name: bundle\n    rule: coalesce\n    types: [FlightPosition, FlightStatus]\n");
      yaml.append("    max: ").append(2 + random.nextInt(10)).append("\n    maxHold: 1s\n");
    }
    String text = yaml.toString();
    return text.equals("rules:\n")
        ? RuleSet.mirrorEverything(CATALOGUE)
        : RuleSet.parse(text, "random rules", CATALOGUE);
  }

  /** Invariants 1 and 6: the counts add up, and every essential event is on its way to a mirror. */
  private void checkNothingLost(List<PartitionRun.Source> sources, PartitionRun run) {
    Map<String, Long> sums = new HashMap<>();
    long held = 0;
    long number = 0;
    Map<String, Integer> mirrored = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : run.mirror()) {
      GenericRecord event = decode(record.value());
      if (record.key() == null) {
        assertThat(event.get("number")).isEqualTo(++number);
        for (String field :
            List.of("received", "forwarded", "passed", "carried", "derived", "deadLettered")) {
          sums.merge(field, (Long) event.get(field), Long::sum);
        }
        long taken =
            ((Map<?, ?>) event.get("taken")).values().stream().mapToLong(n -> (Long) n).sum();
        sums.merge("taken", taken, Long::sum);
        held = (Long) event.get("held");
      } else {
        carried(record.value(), event).forEach(value -> mirrored.merge(value, 1, Integer::sum));
      }
    }
    assertThat(held).isZero();
    assertThat(sums.getOrDefault("received", 0L)).isEqualTo(sources.size());
    assertThat(sums.getOrDefault("deadLettered", 0L)).isEqualTo(run.deadLetters().size());
    assertThat(sums.getOrDefault("received", 0L))
        .isEqualTo(
            sums.getOrDefault("passed", 0L)
                + sums.getOrDefault("carried", 0L)
                + sums.getOrDefault("taken", 0L)
                + sums.getOrDefault("deadLettered", 0L));
    assertThat(run.forward().stream().filter(record -> record.key() != null).count())
        .isEqualTo(sums.getOrDefault("forwarded", 0L));
    checkEssential(sources, mirrored);
  }

  /** Invariant 5: each event was mirrored under the epoch of the marker before it. */
  private void checkEpochs(PartitionRun run) {
    long epoch = 0;
    for (ConsumerRecord<byte[], byte[]> record : run.mirror()) {
      if (record.key() == null) {
        GenericRecord marker = decode(record.value());
        List<String> rules = new ArrayList<>(run.ruleNames(epoch));
        rules.add("former rules");
        assertThat(rules).as("rules of epoch %d", epoch).containsAll(taken(marker).keySet());
        assertThat((Long) marker.get("epoch")).isGreaterThanOrEqualTo(epoch);
        epoch = (Long) marker.get("epoch");
      }
    }
    assertThat(markers(run.forward())).isEqualTo(markers(run.mirror()));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Long> taken(GenericRecord marker) {
    return (Map<String, Long>) marker.get("taken");
  }

  private static List<String> markers(List<ConsumerRecord<byte[], byte[]>> output) {
    return output.stream()
        .filter(record -> record.key() == null)
        .map(record -> HexFormat.of().formatHex(record.value()))
        .toList();
  }

  private void checkEssential(List<PartitionRun.Source> sources, Map<String, Integer> mirrored) {
    Map<String, Integer> essential = new HashMap<>();
    for (PartitionRun.Source source : sources) {
      EventType type = source.key() == null ? null : valid(source.value());
      if (type != null && !type.supersedable()) {
        essential.merge(HexFormat.of().formatHex(source.value()), 1, Integer::sum);
      }
    }
    essential.forEach(
        (value, times) ->
            assertThat(mirrored.getOrDefault(value, 0))
                .as("times that the mirrors get %s", value)
                .isEqualTo(times));
  }

  private @Nullable EventType valid(byte @Nullable [] value) {
    if (value == null) {
      return null;
    }
    try {
      codec.decode(value);
      return Objects.requireNonNull(CATALOGUE.version(Framing.schemaId(value))).type();
    } catch (UndecodableException e) {
      return null;
    }
  }

  /** The source events inside a mirrored record, as hexadecimal text. */
  private List<String> carried(byte[] value, GenericRecord event) {
    List<String> inside = new ArrayList<>();
    Object parts = event.hasField("parts") ? event.get("parts") : null;
    if (parts == null) {
      inside.add(HexFormat.of().formatHex(value));
      return inside;
    }
    for (Object part : (List<?>) parts) {
      Object bytes = part instanceof GenericRecord coalesced ? coalesced.get("value") : part;
      inside.addAll(unfolded((ByteBuffer) bytes));
    }
    return inside;
  }

  /** A coalesced update may carry an arrival, which carries its own parts. */
  private List<String> unfolded(ByteBuffer bytes) {
    byte[] value = new byte[bytes.remaining()];
    bytes.duplicate().get(value);
    return carried(value, decode(value));
  }

  private GenericRecord decode(byte[] value) {
    try {
      return codec.decode(value);
    } catch (UndecodableException e) {
      throw new AssertionError("an output record that can't be read", e);
    }
  }

  /**
   * Invariants 2, 3 and 4: two mirrors and a central site, which are cut and restarted at random
   * and are ahead of each other in turn; a client of the mirrors, and one that moves between all.
   */
  private static void checkSites(
      Path folder,
      List<List<PartitionRun.Source>> sources,
      List<PartitionRun> runs,
      Random random) {
    List<SourceNumbers> numbers = sources.stream().map(SourceNumbers::new).toList();
    List<List<ConsumerRecord<byte[], byte[]>>> mirror =
        runs.stream().map(PartitionRun::mirror).toList();
    List<List<ConsumerRecord<byte[], byte[]>>> forward =
        runs.stream().map(PartitionRun::forward).toList();
    try (SiteRun one = site(folder, "mirror-1", SiteRole.MIRROR, mirror, numbers, random);
        SiteRun other = site(folder, "mirror-2", SiteRole.MIRROR, mirror, numbers, random);
        SiteRun central = site(folder, "central", SiteRole.CENTRAL, forward, numbers, random)) {
      follow(List.of(one, other, central), random);
    }
  }

  private static SiteRun site(
      Path folder,
      String name,
      SiteRole role,
      List<List<ConsumerRecord<byte[], byte[]>>> log,
      List<SourceNumbers> numbers,
      Random random) {
    return new SiteRun(folder.resolve(name), role, DOMAIN, log, numbers, random);
  }

  /** The last of the sites is the central one. */
  private static void follow(List<SiteRun> sites, Random random) {
    SiteRun central = sites.get(sites.size() - 1);
    Client client = new Client();
    MovingClient mover = new MovingClient(new Ede(DOMAIN.ede()));
    while (sites.stream().anyMatch(SiteRun::remaining)) {
      SiteRun site = sites.get(random.nextInt(sites.size()));
      if (site.remaining()) {
        site.step();
      }
      if (random.nextInt(4) == 0) {
        site.checkVersions();
        mover.visit(site.state());
      }
      if (site != central && random.nextInt(4) == 0) {
        client.visit(site.state());
      }
    }
    for (SiteRun site : sites) {
      site.checkVersions();
      site.checkSettled();
    }
    client.visit(sites.get(0).state());
    mover.checkSettled(central.state(), sites.get(0).state());
  }

  /** A client that comes and goes, and takes its position from one mirror to the other. */
  private static final class Client {
    private final Map<String, String> states = new TreeMap<>();
    private @Nullable Token token;

    void visit(SiteState site) {
      try (SiteSnapshot snapshot = site.snapshot()) {
        Token mine = token;
        if (mine != null && !snapshot.token().covers(mine)) {
          return; // the site is behind: the client is sent elsewhere
        }
        if (mine == null) {
          snapshot.all(this::take);
        } else {
          snapshot.changedSince(mine, this::take);
        }
        token = snapshot.token();
        Map<String, String> all = new TreeMap<>();
        snapshot.all(
            (key, framed) -> {
              all.put(new String(key, UTF_8), HexFormat.of().formatHex(framed));
              return true;
            });
        assertThat(states).isEqualTo(all);
      }
    }

    private boolean take(byte[] key, byte[] framed) {
      states.put(new String(key, UTF_8), HexFormat.of().formatHex(framed));
      return true;
    }
  }

  private static Path temporaryFolder() throws IOException {
    // In memory where there is such a place: a case opens several databases.
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "windsock-invariants")
        : Files.createTempDirectory("windsock-invariants");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
