package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.option.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the demo can't run with is told in a line or two, before it starts or deletes anything. */
class DemoRefusalTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws Exception {
    byte[] rubbish = new byte[50_000];
    new Random(1).nextBytes(rubbish);
    write("rubbish", rubbish);
    write("empty", new byte[0]);
    write("head.csv", utf8("flight_id,timestamp\n"));
    write("broken.yaml", utf8("rules:\n  - {name: a, rule: overwrite\n  x: [\n"));
    write("bad.yaml", utf8("rules:\n  - {name: a, rule: overwrit, type: FlightPosition}\n"));
    Recording.write(folder.resolve("good.csv"), 3, 3, 0);
    Files.createDirectory(folder.resolve("dir"));
  }

  private void write(String name, byte[] bytes) throws Exception {
    Files.write(folder.resolve(name), bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** {@code @} stands for the folder. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--feed @nowhere.csv            | nowhere.csv: can't be opened | name a file that can be read",
        "--feed @dir                    | dir: is a folder             | name the files in it",
        "--feed @empty                  | empty: is empty              | name a file that holds records",
        "--feed @rubbish                | rubbish: fits no mapping     | name or write one",
        "--feed @head.csv               | egll/positions: it has no column latitude | name or write one",
        "--feed @head.csv --mapping lhr | lhr: is neither a file       | shipped mappings [sbs,",
        "--feed @good.csv --mapping @rubbish | rubbish:                | UTF-8",
        "--mapping egll                 | --mapping egll without --feed | name the file",
        "--speed 0                      | speed '0'                    | x1, x60",
        "--speed banana                 | speed 'banana'               | x1, x60",
        "--speed -1                     | speed '-1'                   | x1, x60",
        "--rules @broken.yaml           | broken.yaml, line 3          | is not YAML",
        "--rules @bad.yaml              | rules[0].rule: is \"overwrit\" | one of [overwrite,",
        "--rules @nope.yaml             | nope.yaml                    | there is no such file",
        "--rules @dir                   | dir: can't be read           | directory",
        "--rules @rubbish               | rubbish                      | is not UTF-8 text",
        "--data @empty                  | --data '@empty'              | name another folder",
        "--port 80000                   | '--port': 80000               | 1 to 65535",
        "--port 65534                   | --port 65534                 | 1 to 65533",
        "--broker-port 99999            | '--broker-port': 99999        | 1 to 65535, or 0",
        "--broker-port -1               | '--broker-port': -1           | 1 to 65535, or 0",
        "--sites 0                      | --sites 0                    | from 1 to 32",
        "--gateways 9                   | --gateways 9                 | from 0 to 8",
        "--gateways 1 --sites 1         | --gateways 1 with --sites 1  | --sites 2",
        "--gateway-port 8070            | --gateway-port 8070 without  | say how many",
        "--gateways 2 --gateway-port 64536 | --gateway-port 64536      | 1 to 64534",
        "--partitions 0                 | topology.partitions: is 0    | must be 1 to 1024",
        "--threads 0                    | topology.threads: is 0       | must be 1 to",
        "--commit-interval-ms 0         | commitIntervalMs: is 0       | must be 1 to",
        "--marker-every 0               | topology.markerEvery: is 0   | must be 1 to",
        "--summary @dir                 | --summary '@dir'             | name a file in it",
        "--summary @nodir/s.json        | --summary '@nodir/s.json'    | make it first",
        "--domain @dir                  | catalogue.yaml: there is no such file | dir",
        "--domain @nowhere              | --domain '@nowhere'          | name one",
      })
  void shouldNameTheValueAndTheRemedy(String line, String value, String remedy) throws Exception {
    Path earlier = earlier();
    List<String> args = new ArrayList<>();
    if (!line.contains("--data")) {
      args.addAll(List.of("--data", folder.resolve("data").toString()));
    }
    args.addAll(Arrays.asList(line.replace("@", folder + "/").split(" ")));

    Run run = demo(args);

    assertRefused(run, value.replace("@", folder + "/"), remedy);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(earlier).exists();
  }

  /** What an earlier run left; --fresh would delete it. */
  private Path earlier() throws Exception {
    Path data = Files.createDirectories(folder.resolve("data"));
    return Files.writeString(data.resolve("replayed.json"), "{}");
  }

  private static Run demo(List<String> more) {
    List<String> args = new ArrayList<>(List.of("demo", "--headless", "--until-drained"));
    args.add("--fresh");
    args.addAll(more);
    return Run.of(args.toArray(String[]::new));
  }

  private static void assertRefused(Run run, String value, String remedy) {
    assertThat(run.code()).as(run.err()).isNotZero();
    assertThat(run.err()).contains(value).contains(remedy);
    assertThat(run.err()).startsWith("windsock demo: ").doesNotContain("\tat ");
    assertThat(run.err().lines().count()).as(run.err()).isLessThanOrEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void shouldNameAnOccupiedPortOfTheBroker() throws Exception {
    Path earlier = earlier();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      Run run = demo(List.of("--data", folder.resolve("data").toString(), "--broker-port", port));
      assertRefused(run, "port " + port, "--broker-port, or 0 for any");
    }
    assertThat(earlier).exists();
  }
}
