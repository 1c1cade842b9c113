package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.edge.SenderEdge;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyFile;
import io.windsock.link.stage.KeyRing;
import io.windsock.platform.http.HttpConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands of a fail-over, on two clusters with a link between them. */
@Timeout(300)
class LinkCommandsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.TWO_STAGE);
  private static final String TOPIC = "a";
  private static final int COPIED = 100;
  private static final int LOST = 7;

  private static Map<String, Object> kafka(EmbeddedBroker cluster) {
    return Map.of("bootstrap.servers", cluster.bootstrapServers());
  }

  private static void write(EmbeddedBroker cluster, int records) {
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(kafka(cluster), bytes, bytes)) {
      for (int i = 0; i < records; i++) {
        byte[] value = ("record " + i).getBytes(StandardCharsets.UTF_8);
        var unused = producer.send(new ProducerRecord<>(TOPIC, value));
      }
    }
  }

  private static SenderConfig config(EmbeddedBroker source, int port, KeyRing keys) {
    return new SenderConfig(
        "main",
        kafka(source),
        List.of(TOPIC),
        "127.0.0.1",
        port,
        null,
        keys,
        new Compressor(Codec.ZSTD, 1),
        () -> new AdaptiveInterval(IntervalSettings.standard(), MeasuredCapacity.standard()),
        Duration.ofSeconds(30),
        SHAPE,
        false,
        SenderConfig.Bounds.standard(),
        WhenTrimmed.STOP);
  }

  @Test
  void shouldShowPromoteAndFailBack(@TempDir Path folder) throws Exception {
    KeyFile keys = keys(folder);
    try (EmbeddedBroker primary = EmbeddedBroker.start(Options.temporary());
        EmbeddedBroker backup = EmbeddedBroker.start(Options.temporary())) {
      primary.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)));
      write(primary, COPIED);
      copies(primary, backup, keys);
      write(primary, LOST);
      promotes(primary.bootstrapServers(), backup.bootstrapServers());
      failsBack(primary.bootstrapServers(), backup.bootstrapServers());
    }
  }

  @Test
  void shouldSayWhetherTheClustersDifferOrCannotBeCompared(@TempDir Path folder) throws Exception {
    KeyFile keys = keys(folder);
    try (EmbeddedBroker primary = EmbeddedBroker.start(Options.temporary());
        EmbeddedBroker backup = EmbeddedBroker.start(Options.temporary())) {
      primary.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)));
      write(primary, COPIED);
      copies(primary, backup, keys);
      compares(primary, backup);
      differs(primary, backup);
    }
  }

  private static KeyFile keys(Path folder) throws Exception {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    return KeyFile.open(Files.writeString(folder.resolve("keys"), "k = " + key + "\n"));
  }

  private static void copies(EmbeddedBroker primary, EmbeddedBroker backup, KeyFile keys) {
    try (LinkReceiver receiver =
        LinkReceiver.start(
            new ReceiverConfig(kafka(backup), "127.0.0.1", 0, null, keys, SHAPE, false))) {
      SenderConfig config = config(primary, receiver.port(), keys);
      try (LinkSender sender = LinkSender.start(config);
          SenderEdge edge = SenderEdge.start(HttpConfig.at("127.0.0.1", 0), config, sender)) {
        showsStatus(edge.url());
      }
    }
  }

  private static void showsStatus(String url) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              Run json = Run.of("link", "status", url, "--output", "json");
              assertThat(json.code()).as(json.err()).isZero();
              JsonNode status = JSON.readTree(json.out());
              assertThat(status.path("state").asText()).isEqualTo("SENDING");
              assertThat(status.path("lagOffsets").asInt(-1)).isZero();
              assertThat(status.at("/copied/records").asInt()).isEqualTo(COPIED);
              assertThat(status.path("rpoGoalMs").asInt()).isEqualTo(30_000);
              assertThat(status.path("rpoKept").asBoolean()).isTrue();
              assertThat(status.path("lastKey").asText()).isEqualTo("k");
            });
    Run text = Run.of("link", "status", url.replace("http://", ""));
    assertThat(text.code()).as(text.err()).isZero();
    assertThat(text.out()).contains("main to 127.0.0.1:").contains("at most 30,000 ms lost: kept");
  }

  private static void compares(EmbeddedBroker primary, EmbeddedBroker backup) {
    String[] verify = {
      "link", "verify", "-b", primary.bootstrapServers(), "--target", backup.bootstrapServers()
    };
    Run same = Run.of(verify);
    assertThat(same.code()).as(same.err()).isEqualTo(ExitCode.OK);
    assertThat(same.out()).contains("both clusters have the same");
    assertIncomparable(
        Run.of("link", "verify", "-b", "127.0.0.1:1", "--target", backup.bootstrapServers()),
        "no Kafka broker answers at '127.0.0.1:1'");
    assertIncomparable(
        Run.of(
            "link",
            "verify",
            "-b",
            primary.bootstrapServers(),
            "--target",
            primary.bootstrapServers()),
        "the target has nothing of a link 'main'");
  }

  private static void assertIncomparable(Run run, String message) {
    assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.INCOMPARABLE);
    assertThat(run.err()).contains(message).doesNotContain("\tat ");
  }

  /** Until then they are equal. */
  private static void differs(EmbeddedBroker primary, EmbeddedBroker backup) throws Exception {
    String[] verify = {
      "link", "verify", "-b", primary.bootstrapServers(), "--target", backup.bootstrapServers()
    };
    write(backup, 1);
    Run different = Run.of(verify);
    assertThat(different.code()).as(different.err()).isEqualTo(ExitCode.FAILURE);
    assertThat(different.out())
        .contains("the target has a record that the source has not")
        .contains("the clusters differ");
    try (Admin admin = Admin.create(kafka(backup))) {
      admin.deleteTopics(List.of(TOPIC)).all().get();
    }
    assertIncomparable(Run.of(verify), "topic 'a' was deleted at the target");
  }

  private static void promotes(String primary, String backup) {
    Run early = Run.of("link", "fail-back", "-b", backup, "--old-primary", primary);
    assertFailed(early, "link 'main' was not promoted");
    assertFailed(
        Run.of("link", "promote", "-b", backup, "--name", "other"),
        "no link 'other' copies to this cluster; the links are main");
    assertFailed(Run.of("link", "promote", "-b", primary), "is this the target?");

    Run promoted = Run.of("link", "promote", "-b", backup);
    assertThat(promoted.code()).as(promoted.err()).isZero();
    assertThat(promoted.out())
        .contains("link main was promoted at ")
        .contains("a-0: offsets before " + COPIED);
    Run again = Run.of("link", "promote", "-b", backup);
    assertThat(again.out()).as(again.err()).isEqualTo(promoted.out());
  }

  private static void failsBack(String primary, String backup) throws Exception {
    String[] survey = {"link", "fail-back", "-b", backup, "--old-primary", primary};
    Run listed = Run.of(survey);
    assertFailed(listed, "repeat with --discard " + LOST);
    assertThat(listed.out())
        .contains("a-0: offsets %d to %d, %d records".formatted(COPIED, COPIED + LOST - 1, LOST))
        .doesNotContain("Not checked");
    assertFailed(failBack(primary, backup, "--old-kafka", "client.id=old"), "--discard " + LOST);
    assertFailed(
        failBack(primary, backup, "--old-kafka", "request.timeout.ms=soon"), "request.timeout.ms");
    Run wrong =
        Run.of("link", "fail-back", "-b", backup, "--old-primary", primary, "--discard", "3");
    assertFailed(wrong, "--discard 3, and the old primary has " + LOST);

    try (Admin admin = Admin.create(Map.of("bootstrap.servers", primary))) {
      admin.deleteConsumerGroups(List.of("windsock.link.main")).all().get();
    }
    String[] discard = {
      "link", "fail-back", "-b", backup, "--old-primary", primary, "--discard", "7"
    };
    Run unchecked = Run.of(discard);
    assertFailed(unchecked, "it is unknown how many records took the place of copied ones in a-0");
    assertThat(unchecked.out()).contains("Not checked, or not fully").contains("had copied: a-0");

    String[] all = Arrays.copyOf(discard, discard.length + 1);
    all[discard.length] = "--discard-unchecked";
    Run discarded = Run.of(all);
    assertThat(discarded.code()).as(discarded.err()).isZero();
    Run emptied = Run.of("link", "fail-back", "-b", backup, "--old-primary", primary);
    assertFailed(emptied, "repeat with --discard 0");
  }

  private static Run failBack(String primary, String backup, String option, String value) {
    return Run.of("link", "fail-back", "-b", backup, "--old-primary", primary, option, value);
  }

  private static void assertFailed(Run run, String message) {
    assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.FAILURE);
    assertThat(run.err()).contains(message).doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource({"promote, --fence", "promote, --incomplete", "fail-back, --discard", "status, URL"})
  void shouldHelp(String command, String named) {
    Run help = Run.of("link", command, "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("windsock link " + command).contains(named);
  }

  @ParameterizedTest
  @CsvSource({
    "promote --fence=perhaps, --fence",
    "promote -b nowhere, nowhere",
    "fail-back, --old-primary",
    "fail-back --old-primary 127.0.0.1:1 --discard some, --discard",
    "status, URL",
  })
  void shouldRefuseBadArguments(String args, String named) {
    Run refused = Run.of(("link " + args).split(" ", -1));
    assertThat(refused.code()).as(refused.err()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains(named).doesNotContain("\tat ");
  }

  @Test
  void shouldSayWhoDoesNotAnswer() {
    assertFailed(Run.of("link", "status", "127.0.0.1:1"), "127.0.0.1:1");
  }
}
