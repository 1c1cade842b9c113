package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.cli.Windsock;
import io.windsock.contracts.call.AdjustedParameter;
import io.windsock.contracts.call.Mirroring;
import io.windsock.contracts.call.MirroringCall.Events;
import io.windsock.contracts.call.MirroringCall.Fwd;
import io.windsock.contracts.call.MirroringCall.Init;
import io.windsock.contracts.call.MirroringCall.InitWith;
import io.windsock.contracts.call.MirroringCall.Mirror;
import io.windsock.contracts.call.MirroringCall.Pin;
import io.windsock.contracts.call.MirroringCall.Release;
import io.windsock.contracts.call.MirroringCall.RemoveRule;
import io.windsock.contracts.call.MirroringCall.SetAdapt;
import io.windsock.contracts.call.MirroringCall.SetAdaptFunction;
import io.windsock.contracts.call.MirroringCall.SetComplexSeq;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.call.MirroringCall.SetFunction;
import io.windsock.contracts.call.MirroringCall.SetFwd;
import io.windsock.contracts.call.MirroringCall.SetMirror;
import io.windsock.contracts.call.MirroringCall.SetMonitorValues;
import io.windsock.contracts.call.MirroringCall.SetOverwrite;
import io.windsock.contracts.call.MirroringCall.SetParams;
import io.windsock.contracts.call.MirroringCall.SetPolicy;
import io.windsock.contracts.call.Written;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.Parameters;
import io.windsock.control.Controller;
import io.windsock.control.ControllerConfig;
import io.windsock.control.client.ControllerClient;
import io.windsock.control.params.DefaultParameters;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.generate.GeneratedFeed;
import io.windsock.feeds.generate.GeneratorOptions;
import io.windsock.rules.config.RuleSet;
import io.windsock.topology.TopologyApp;
import io.windsock.topology.TopologyConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of the paper's Table 1, from Java, over HTTP and from the command line, while a replay
 * runs: the mirror topic changes at a marker, exactly as the rules say, and the markers add up.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class MirroringApiIT {
  private static final Topics TOPICS = Topics.standard();
  private static final int PARTITIONS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** So long that nothing is let go by the clock. */
  private static final Duration LONG = Duration.ofHours(20);

  private static final String LANDED = "status == 'LANDED'";
  private static final String AT_GATE = "status == 'AT_GATE'";

  private static final RuleSet NOTHING = RuleSet.mirrorEverything(Outputs.CATALOGUE);

  /** Sends events of a generated day, one after the other, until it is closed. */
  private static final class Replay implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = new Thread(this::run, "replay");
    private final AtomicLong sent = new AtomicLong();
    private volatile boolean stopped;

    Replay(String bootstrap) {
      producer =
          new KafkaProducer<>(
              Map.of("bootstrap.servers", bootstrap),
              new ByteArraySerializer(),
              new ByteArraySerializer());
      thread.start();
    }

    private void run() {
      for (long seed = 1; !stopped; seed++) {
        GeneratorOptions options =
            GeneratorOptions.day().withSeed(seed).withFlights(60).withEvents(20_000);
        try (GeneratedFeed feed = new GeneratedFeed(Outputs.CATALOGUE, options)) {
          for (FeedEvent event = feed.next(); event != null && !stopped; event = feed.next()) {
            send(event);
          }
        }
      }
    }

    private void send(FeedEvent event) {
      byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
      String topic = TOPICS.source(Objects.requireNonNull(event.type().stream()));
      int partition = Math.floorMod(Arrays.hashCode(key), PARTITIONS);
      var unused = producer.send(new ProducerRecord<>(topic, partition, key, event.value()));
      if (sent.incrementAndGet() % 20 == 0) {
        producer.flush();
      }
    }

    /** Waits until so many more were sent. */
    void awaitMore(long events) {
      long goal = sent.get() + events;
      await().atMost(PATIENCE).until(() -> sent.get() >= goal);
    }

    @Override
    public void close() {
      stopped = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      producer.close();
    }
  }

  @Test
  void shouldChangeTheMirrorTopicAtAMarkerExactlyAsTheRuleSays(@TempDir Path folder)
      throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(Options.temporary());
        TopologyApp topology = TopologyApp.start(topology(broker, folder));
        Controller controller = Controller.start(controller(broker))) {
      assertThat(topology.awaitRunning(PATIENCE)).isTrue();
      await().atMost(PATIENCE).until(controller::active);
      Set<Long> epochs = new HashSet<>();
      try (Replay replay = new Replay(broker.bootstrapServers())) {
        replay.awaitMore(200);
        Calls calls = new Calls(controller, replay, epochs);
        calls.all(controller.mirroring());
        calls.all(new ControllerClient(controller.url()));
        calls.byCommand();
        calls.refusals();
        replay.awaitMore(500);
      }
      awaitReceived(broker);
      check(broker, controller, epochs);
    }
  }

  private static TopologyConfig topology(EmbeddedBroker broker, Path folder) {
    return TopologyConfig.builder(Outputs.CATALOGUE)
        .bootstrapServers(broker.bootstrapServers())
        .partitions(PARTITIONS)
        .rules(NOTHING)
        // Generated times lie ahead of the clock.
        .maxFutureMs(Duration.ofDays(366).toMillis())
        .stateDir(folder.resolve("topology"))
        .build();
  }

  private static ControllerConfig controller(EmbeddedBroker broker) {
    return ControllerConfig.builder("test", broker.bootstrapServers(), Outputs.CATALOGUE)
        .initial(DefaultParameters.of(RuleSet.standard(Outputs.CATALOGUE), NOTHING, 50, "off"))
        .build();
  }

  /** All calls of the API, each followed by some events under its epoch. */
  private static final class Calls {
    private final Controller controller;
    private final Replay replay;
    private final Set<Long> epochs;
    private final HttpClient http = HttpClient.newHttpClient();

    Calls(Controller controller, Replay replay, Set<Long> epochs) {
      this.controller = controller;
      this.replay = replay;
      this.epochs = epochs;
    }

    private void made(Written written) {
      made(written.epoch());
    }

    private void made(long epoch) {
      assertThat(epochs.add(epoch)).as("a new epoch, %d", epoch).isTrue();
      awaitEpoch(epoch);
      replay.awaitMore(300);
    }

    private void awaitEpoch(long epoch) {
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                var topologies =
                    new ControllerClient(controller.url()).get("/v1/samples").path("topologies");
                List<Long> inForce = new ArrayList<>();
                topologies.forEach(
                    one ->
                        one.path("sample")
                            .path("partitions")
                            .forEach(p -> inForce.add(p.path("epoch").asLong())));
                return inForce.size() == PARTITIONS && inForce.stream().allMatch(is -> is >= epoch);
              });
    }

    void all(Mirroring api) {
      made(api.make(new SetOverwrite("FlightPosition", 3, SetOverwrite.Mode.FIRST, null)));
      made(api.make(new SetOverwrite("FlightPosition", 5, SetOverwrite.Mode.FIRST, null)));
      made(
          api.make(
              new SetComplexSeq(
                  new Events("FlightStatus", LANDED), "FlightPosition", LONG.toMillis())));
      made(
          api.make(
              new SetComplexSeq(
                  new Events("FlightStatus", AT_GATE), "FlightPosition", LONG.toMillis())));
      made(api.make(new RemoveRule("sequence-FlightStatus-FlightPosition-2")));
      made(api.make(new SetParams(false, 10, 20)));
      made(api.make(new SetMirror("every-other")));
      made(api.make(new SetFwd("every-other")));
      made(api.make(new SetFwd("")));
      made(api.make(new SetMirror("normal")));
      made(
          api.make(
              new SetComplexTuple(arrival(), "FlightArrived", fields(), LONG.toMillis(), true)));
      made(api.make(new SetFunction("held", held(), "", 30)));
      made(api.make(new SetFunction("busy-first", busyFirst(), "", 100)));
      made(api.make(new SetMirror("held")));
      made(api.make(new Mirror()));
      made(api.make(new Fwd()));
      made(api.make(new Init()));
      made(api.make(new SetFunction("held", held(), "", 30)));
      made(api.make(new Pin("busy-first")));
      made(api.make(new Release()));
      made(api.make(new SetAdapt(AdjustedParameter.OVERWRITE_LENGTH, 100)));
      made(api.make(new SetAdaptFunction("busy-first")));
      made(api.make(new SetMonitorValues("pending", 100, 50)));
      made(api.make(new SetPolicy("thresholds")));
      made(api.make(new SetPolicy("off")));
      made(api.make(new InitWith(false, 10, 1)));
      made(api.make(new SetMirror("normal")));
    }

    private static List<SetComplexTuple.Part> arrival() {
      return List.of(
          new SetComplexTuple.Part("landed", "FlightStatus", LANDED),
          new SetComplexTuple.Part("gate", "FlightStatus", AT_GATE));
    }

    private static Map<String, String> fields() {
      return Map.of(
          "landedAt", "landed.eventTime", "atGateAt", "gate.eventTime", "gate", "gate.gate");
    }

    void byCommand() throws Exception {
      run("set-overwrite", "FlightPosition", "4", "--mode", "first");
      run("set-complex-seq", "FlightStatus", "FlightPosition", "--when", LANDED);
      run("set-complex-seq", "FlightStatus", "FlightPosition", "--when", AT_GATE);
      run("remove-rule", "sequence-FlightStatus-FlightPosition-2");
      run("set-params", "--no-coalesce", "--checkpoint-every", "25");
      run("set-mirror", "every-other");
      run("set-fwd", "every-other");
      run("set-fwd", "everything");
      run("set-mirror", "held");
      run("mirror");
      run("fwd");
      run(
          "set-complex-tuple",
          "FlightArrived",
          "--part",
          "landed=FlightStatus:" + LANDED,
          "--part",
          "gate=FlightStatus:" + AT_GATE,
          "--field",
          "landedAt=landed.eventTime",
          "--field",
          "atGateAt=gate.eventTime",
          "--field",
          "gate=gate.gate",
          "--ttl-s",
          "72000");
      run("set-adapt", "coalesceNumber", "50");
      run("set-adapt", "--install", "busy-first");
      run("set-monitor-values", "ready", "1000", "10");
      run("set-policy", "off");
      run("init");
      run("init", "--no-coalesce", "--length", "1");
    }

    private void run(String... arguments) throws Exception {
      Result result = command(arguments);
      assertThat(result.code()).as("%s: %s", List.of(arguments), result.text()).isZero();
      made(controllerEpoch());
    }

    private long controllerEpoch() {
      return Objects.requireNonNull(controller.parameters()).getEpoch();
    }

    private record Result(int code, String text) {}

    private Result command(String... arguments) {
      List<String> all = new ArrayList<>(List.of("params"));
      all.addAll(List.of(arguments));
      all.addAll(List.of("--controller", controller.url()));
      if (!arguments[0].equals("show")) {
        all.add("--wait");
      }
      StringWriter text = new StringWriter();
      PrintWriter out = new PrintWriter(text, true);
      return new Result(
          Windsock.execute(all.toArray(String[]::new), Map.of(), out, out), text.toString());
    }

    /** From each side: refused with the reason, and nothing changes. */
    void refusals() throws Exception {
      long before = controllerEpoch();
      for (Mirroring api :
          List.of(controller.mirroring(), new ControllerClient(controller.url()))) {
        refused(() -> api.make(new SetOverwrite("Nothing", 3)), "'Nothing' is not a source event");
        refused(() -> api.make(new SetOverwrite("FlightPosition", 0)), "is 0; it must be 1");
        refused(() -> api.make(new SetOverwrite("FlightStatus", 3)), "FlightStatus is essential");
        refused(
            () -> api.make(new SetMirror("nobodys")),
            "'nobodys' is not a mirroring function or a class");
        refused(
            () -> api.make(new SetFwd("nobodys")), "'nobodys' is not a function on the class path");
        refused(() -> api.make(new SetMonitorValues("speed", 3, 1)), "'speed' is not monitored");
      }
      assertThat(command("set-adapt", "speed", "10"))
          .satisfies(r -> assertThat(r.code()).isNotZero())
          .satisfies(r -> assertThat(r.text()).contains("'speed' can't be adapted"));
      assertThat(command("set-overwrite", "FlightStatus", "3").text())
          .contains("FlightStatus is essential");
      assertThat(post("set-overwrite", "{\"type\":\"FlightPosition\",\"lenght\":3}"))
          .contains("length: is missing", "lenght: is not known here");
      assertThat(post("set-params", "[]")).contains("\"error\"");
      assertThat(controllerEpoch()).isEqualTo(before);
    }

    private String post(String call, String body) throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(controller.url() + "/v1/params/" + call))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(reply.statusCode()).isEqualTo(400);
      return reply.body();
    }

    private static void refused(Runnable call, String reason) {
      org.assertj.core.api.Assertions.assertThatThrownBy(call::run)
          .isInstanceOf(io.windsock.contracts.config.ConfigurationException.class)
          .hasMessageContaining(reason);
    }
  }

  /** Rules that withhold for as long as the test takes: what mirror() lets go. */
  private static String held() {
    return """
        rules:
          - {name: latest, rule: overwrite, type: FlightPosition, mode: latest, length: 7, maxHold: 20h}
          - {name: bundle, rule: coalesce, types: [FlightPosition, FlightStatus], max: 4, maxHold: 20h}
        """;
  }

  private static String busyFirst() {
    return "rules: [{name: p, rule: overwrite, type: FlightPosition, mode: first, length: 20}]";
  }

  private static void awaitReceived(EmbeddedBroker broker) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              long source = 0;
              for (String stream : Outputs.CATALOGUE.streams()) {
                source += Records.read(broker.bootstrapServers(), TOPICS.source(stream)).size();
              }
              List<ConsumerRecord<byte[], byte[]>> forward =
                  Records.read(broker.bootstrapServers(), TOPICS.forward());
              Map<Integer, Long> last = new HashMap<>();
              for (ConsumerRecord<byte[], byte[]> record : forward) {
                if (record.key() == null) {
                  last.put(record.partition(), Records.marker(record, "sequence"));
                }
              }
              long marked = last.values().stream().mapToLong(n -> n).sum();
              return marked == source;
            });
  }

  private static void check(EmbeddedBroker broker, Controller controller, Set<Long> epochs)
      throws Exception {
    String bootstrap = broker.bootstrapServers();
    List<Parameters> written = new ArrayList<>();
    EventCodec codec = new EventCodec(Outputs.CATALOGUE);
    for (ConsumerRecord<byte[], byte[]> record : Records.read(bootstrap, TOPICS.control())) {
      if (Framing.schemaId(record.value()) == Outputs.CATALOGUE.id(Parameters.class)) {
        written.add(codec.decode(record.value(), Parameters.class));
      }
    }
    assertThat(Objects.requireNonNull(controller.parameters()).getEpoch())
        .isEqualTo(written.get(written.size() - 1).getEpoch());
    for (int partition = 0; partition < PARTITIONS; partition++) {
      MirrorReplay replay = new MirrorReplay(Outputs.CATALOGUE, NOTHING, written);
      List<Long> inForce =
          replay.check(
              received(bootstrap, partition),
              Records.of(Records.read(bootstrap, TOPICS.mirror()), partition));
      assertThat(inForce).containsAll(epochs);
    }
  }

  /**
   * Everything received in its order, with the markers: what was forwarded, and in the holes of the
   * sequence what the forwarding function kept back, which only positions can be.
   */
  private static List<ConsumerRecord<byte[], byte[]>> received(String bootstrap, int partition) {
    List<ConsumerRecord<byte[], byte[]>> positions =
        Records.of(Records.read(bootstrap, TOPICS.source("positions")), partition);
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    int position = 0;
    long next = 1;
    for (ConsumerRecord<byte[], byte[]> record :
        Records.of(Records.read(bootstrap, TOPICS.forward()), partition)) {
      long until =
          record.key() == null
              ? Records.marker(record, "sequence") + 1
              : EventHeaders.sequence(record.headers().lastHeader("s").value());
      for (; next < until; next++) {
        all.add(Records.withSequence(positions.get(position++), next));
      }
      if (record.key() != null) {
        next++;
        if (Outputs.CATALOGUE.version(Framing.schemaId(record.value())).type().supersedable()) {
          assertThat(record.value()).isEqualTo(positions.get(position++).value());
        }
      }
      all.add(record);
    }
    return all;
  }
}
