package io.windsock.cli.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GatewayCommandsTest {
  private static final String ONE =
      "{'updates':[{'id':'u1','outcome':'written','partition':2,'offset':7}]}";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object command, String... args) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void shouldDrainASiteAtEachGateway() throws IOException {
    try (GatewayStub one = new GatewayStub(200, "{'site':'m/1','draining':true}");
        GatewayStub two = new GatewayStub(404, "{'error':'knows no site','remedy':'look'}")) {
      int code = run(new GatewayDrainCommand(), "m/1", "--gateway", one.url() + "," + two.url());
      assertThat(code).isEqualTo(1);
      assertThat(one.requests).endsWith("POST /v1/sites/m%2F1/drain ");
      assertThat(two.requests).hasSize(1);
      assertThat(out.toString())
          .contains(one.url() + "  m/1 gets no new calls")
          .contains("answered 404: knows no site; look");
    }
  }

  @Test
  void shouldDrainTheLastSiteOnlyIfForced() throws IOException {
    String sites = "{'sites':[{'site':'m1','open':true},{'site':'m2','open':%s}],'draining':true}";
    try (GatewayStub last = new GatewayStub(200, sites.formatted(false));
        GatewayStub other = new GatewayStub(200, sites.formatted(true))) {
      String gateways = last.url() + "," + other.url();
      assertThat(run(new GatewayDrainCommand(), "m1", "-g", gateways)).isEqualTo(1);
      assertThat(out.toString())
          .contains(last.url() + "  m1 is the last site to which this gateway sends calls")
          .contains(other.url() + "  m1 gets no new calls");
      assertThat(last.requests).doesNotContain("POST /v1/sites/m1/drain ");

      assertThat(run(new GatewayDrainCommand(), "m2", "-g", last.url())).as("closed").isZero();
      assertThat(run(new GatewayDrainCommand(), "m1", "-g", gateways, "--force")).isZero();
      assertThat(last.requests).endsWith("POST /v1/sites/m1/drain ");
    }
  }

  @Test
  void shouldDrainOneSiteAtATimeUnlessForced() throws IOException {
    String sites =
        "{'sites':[{'site':'m1','open':true},{'site':'m2','open':true},"
            + "{'site':'m3','open':false,'drained':true}],'draining':true}";
    try (GatewayStub gateway = new GatewayStub(200, sites)) {
      assertThat(run(new GatewayDrainCommand(), "m1", "-g", gateway.url())).isEqualTo(1);
      assertThat(out.toString()).contains("m3 is drained already: end that first");
      assertThat(gateway.requests).doesNotContain("POST /v1/sites/m1/drain ");

      assertThat(run(new GatewayDrainCommand(), "m3", "-g", gateway.url())).as("again").isZero();
      assertThat(run(new GatewayDrainCommand(), "m1", "-g", gateway.url(), "--force")).isZero();
      assertThat(gateway.requests).endsWith("POST /v1/sites/m1/drain ");
    }
  }

  @Test
  void shouldUndoADrain() throws IOException {
    try (GatewayStub one = new GatewayStub(200, "{'site':'m1','draining':false}")) {
      assertThat(run(new GatewayDrainCommand(), "m1", "--undo", "-g", one.url())).isZero();
      assertThat(one.requests).containsExactly("DELETE /v1/sites/m1/drain ");
      assertThat(out.toString()).contains("m1 gets calls again");
    }
  }

  @Test
  void shouldSayThatAGatewayDoesNotAnswer() throws IOException {
    GatewayStub gone = new GatewayStub(200, "{}");
    gone.close();
    assertThat(run(new GatewayDrainCommand(), "m1", "-g", gone.url())).isEqualTo(1);
    assertThat(out.toString()).contains("no gateway answers at " + gone.url());
  }

  @Test
  void shouldWriteAnUpdate() throws IOException {
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      int code =
          run(
              new UpdateCommand(),
              "services",
              "--key",
              "0800",
              "--type",
              "ServiceBusy",
              "--id",
              "u1",
              "-g",
              gateway.url());
      assertThat(code).isZero();
      assertThat(gateway.requests)
          .containsExactly(
              "POST /v1/updates/services "
                  + "{'updates':[{'key':'0800','type':'ServiceBusy','id':'u1','event':{}}]}"
                      .replace('\'', '"'));
      assertThat(out.toString()).isEqualTo("u1  written at 2/7" + System.lineSeparator());
    }
  }

  @Test
  void shouldRepeatWithTheSameIdAtTheNextGateway() throws IOException {
    String unknown = "{'updates':[{'id':'u1','outcome':'unknown','error':'no answer'}]}";
    try (GatewayStub first = new GatewayStub(504, unknown);
        GatewayStub second = new GatewayStub(200, ONE)) {
      int code =
          run(
              new UpdateCommand(),
              "services",
              "-k",
              "0800",
              "-g",
              first.url() + "," + second.url());
      assertThat(code).isZero();
      assertThat(first.requests).hasSize(1);
      assertThat(second.requests).isEqualTo(first.requests);
    }
  }

  /**
   * Sent with the others, it would be written again, and the others come no further than before.
   */
  @Test
  void shouldNotRepeatWhatIsWritten(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("updates.json");
    Files.writeString(file, "{\"id\":\"u1\",\"key\":\"k\"} {\"id\":\"u2\",\"key\":\"k\"}");
    String half =
        "{'updates':[{'id':'u1','outcome':'written','partition':2,'offset':7},"
            + "{'id':'u2','outcome':'not written','error':'it waited'}]}";
    String rest = "{'updates':[{'id':'u2','outcome':'written','partition':2,'offset':8}]}";
    try (GatewayStub first = new GatewayStub(503, half);
        GatewayStub second = new GatewayStub(200, rest)) {
      String gateways = first.url() + "," + second.url();
      assertThat(run(new UpdateCommand(), "s", file.toString(), "-g", gateways)).isZero();
      assertThat(second.requests).hasSize(1);
      assertThat(second.requests.get(0)).contains("\"u2\"").doesNotContain("\"u1\"");
      assertThat(out.toString().lines())
          .containsExactly("u1  written at 2/7", "u2  written at 2/8");
    }
    try (GatewayStub only = new GatewayStub(503, half)) {
      run(new UpdateCommand(), "s", file.toString(), "--attempts", "1", "-g", only.url());
      assertThat(out.toString().lines())
          .endsWith("u1  written at 2/7", "u2  not written: it waited");
    }
  }

  @Test
  void shouldSayWhatIsWrittenThoughTheNextGatewayIsGone(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("updates.json");
    Files.writeString(file, "{\"id\":\"u1\",\"key\":\"k\"} {\"id\":\"u2\",\"key\":\"k\"}");
    String half =
        "{'updates':[{'id':'u1','outcome':'written','partition':2,'offset':7},"
            + "{'id':'u2','outcome':'not written','error':'it waited'}]}";
    GatewayStub gone = new GatewayStub(200, "{}");
    gone.close();
    try (GatewayStub first = new GatewayStub(503, half)) {
      String gateways = first.url() + "," + gone.url();
      String[] args = {"s", file.toString(), "--attempts", "2", "-g", gateways};
      assertThat(run(new UpdateCommand(), args)).isEqualTo(1);
    }
    assertThat(out.toString().lines()).containsExactly("u1  written at 2/7");
    assertThat(err.toString()).contains("updates 1 to 2 are not all confirmed");
  }

  @Test
  void shouldSayWhatIsNotWritten() throws IOException {
    String not = "{'updates':[{'id':'u1','outcome':'not written','error':'the topic is gone'}]}";
    try (GatewayStub gateway = new GatewayStub(503, not)) {
      assertThat(run(new UpdateCommand(), "s", "-k", "1", "--attempts", "2", "-g", gateway.url()))
          .isEqualTo(1);
      assertThat(gateway.requests).hasSize(2);
      assertThat(out.toString()).contains("u1  not written: the topic is gone");
    }
  }

  @Test
  void shouldSendAFileInOrder(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("updates.json");
    StringBuilder updates = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      updates.append("{\"id\":\"f").append(i).append("\",\"key\":\"k\",\"event\":{}}\n");
    }
    Files.writeString(file, updates);
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      assertThat(run(new UpdateCommand(), "s", file.toString(), "-g", gateway.url())).isZero();
      assertThat(gateway.requests).hasSize(2);
      assertThat(gateway.requests.get(0)).contains("\"f0\"").contains("\"f99\"");
      assertThat(gateway.requests.get(1)).contains("\"f100\"").contains("\"f149\"");
    }
  }

  @Test
  void shouldSendNoMoreAtOnceThanAGatewayTakes(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("updates.json");
    StringBuilder updates = new StringBuilder();
    String note = "n".repeat(20_000);
    for (int i = 0; i < 120; i++) {
      updates.append(
          "{\"id\":\"f%d\",\"key\":\"k\",\"event\":{\"note\":\"%s\"}}".formatted(i, note));
    }
    Files.writeString(file, updates);
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      assertThat(run(new UpdateCommand(), "s", file.toString(), "-g", gateway.url())).isZero();
      assertThat(gateway.requests).hasSize(3).allMatch(request -> request.length() < 1 << 20);
      Matcher ids = Pattern.compile("\"f(\\d+)\"").matcher(String.join("", gateway.requests));
      assertThat(ids.results().map(id -> Integer.valueOf(id.group(1))))
          .containsExactlyElementsOf(IntStream.range(0, 120).boxed().toList());
    }
  }

  /** Writes updates without ids. */
  private static String updates(Path folder, int count) throws IOException {
    StringBuilder updates = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      updates.append("{\"key\":\"k").append(i).append("\",\"event\":{}}\n");
    }
    return Files.writeString(folder.resolve("updates.json"), updates).toString();
  }

  /** The gateway takes the second hundred, and its answer is lost. */
  @Test
  void shouldContinueAFileWithTheIdsThatItHad(@TempDir Path folder) throws IOException {
    String file = updates(folder, 250);
    List<String> sent;
    try (GatewayStub gateway = new GatewayStub(200, ONE).losingAnswersFrom(2)) {
      assertThat(run(new UpdateCommand(), "s", file, "--attempts", "1", "-g", gateway.url()))
          .isEqualTo(1);
      sent = List.copyOf(gateway.requests);
    }
    assertThat(sent).hasSize(2);
    Matcher said =
        Pattern.compile(
                "updates 101 to 200 are not all confirmed, and those that follow were not sent;"
                    + ".* --id (\\S+) --skip 100")
            .matcher(err.toString());
    assertThat(said.find()).as(err.toString()).isTrue();
    String id = said.group(1);
    assertThat(sent.get(1)).contains('"' + id + ":101\"").contains('"' + id + ":200\"");

    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      int code =
          run(new UpdateCommand(), "s", file, "--id", id, "--skip", "100", "-g", gateway.url());
      assertThat(code).isZero();
      assertThat(gateway.requests).hasSize(2);
      assertThat(gateway.requests.get(0)).isEqualTo(sent.get(1));
      assertThat(gateway.requests.get(1)).contains(id + ":201\"").contains(id + ":250\"");
    }
  }

  @Test
  void shouldKeepTheIdsThatAFileHas(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("updates.json");
    Files.writeString(file, "[{\"id\":\"own\",\"key\":\"1\"}, {\"key\":\"2\"}]");
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      run(new UpdateCommand(), "s", file.toString(), "--id", "day-7", "-g", gateway.url());
      assertThat(gateway.requests.get(0)).contains("\"own\"").contains("\"day-7:2\"");
    }
  }

  @Test
  void shouldSayHowToContinueAfterAnUpdateThatItCantRead(@TempDir Path folder) throws IOException {
    Path file = Path.of(updates(folder, 100));
    Files.writeString(file, Files.readString(file) + "7");
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      run(new UpdateCommand(), "s", file.toString(), "--id", "day-7", "-g", gateway.url());
      assertThat(gateway.requests).hasSize(1);
    }
    assertThat(err.toString())
        .contains("the updates after the first 100 were not sent")
        .contains("--id day-7 --skip 100")
        .contains("has 7; an update is an object");
  }

  @Test
  void shouldRefuseToSkipWhatItCant(@TempDir Path folder) throws IOException {
    run(new UpdateCommand(), "s", updates(folder, 1), "--skip", "-1");
    run(new UpdateCommand(), "s", "-k", "1", "--skip", "1");
    assertThat(err.toString())
        .contains("--skip: is -1; it must be at least 0")
        .contains("--skip: is for a file");
  }

  @Test
  void shouldReportWhatItCantRead(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("updates.json"), "{\"key\":\"1\"} 7");
    try (GatewayStub gateway = new GatewayStub(200, ONE)) {
      run(new UpdateCommand(), "s", file.toString(), "-g", gateway.url());
      assertThat(err.toString())
          .contains("has 7; an update is an object")
          .doesNotContain("continue");
      assertThat(gateway.requests).isEmpty();
    }
    run(new UpdateCommand(), "s", "-k", "1", "-e", "{");
    assertThat(err.toString()).contains("--event").contains("is not JSON");
    run(new UpdateCommand(), "s");
    assertThat(err.toString()).contains("names no key");
    run(new UpdateCommand(), "s", "-", "-k", "1");
    assertThat(err.toString()).contains("give one of the two");
  }
}
