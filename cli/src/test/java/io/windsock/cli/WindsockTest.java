package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.option.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class WindsockTest {
  /** Each names the value at fault, and what to do about it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                | windsock: name a command                    | --help",
        "brker                           | 'brker'                                     | did you mean broker",
        "broker --port x                 | '--port': 'x' is not an int                 | broker --help",
        "broker --prot 5                 | '--prot'                                    | broker --help",
        "topics                          | list, create or tail                        | topics --help",
        "topics list --output yaml       | '--output': expected one of [table, json]   | list --help",
        "explain --domain ./no-folder    | --domain './no-folder': is not a folder        | catalogue.yaml",
        "explain --domain no-domain      | --domain 'no-domain': is not a built-in domain | [airline, number-translation, positions, tide-gauges], or a folder",
        "broker --port 99999             | '--port': 99999 is not a port | 1 to 65535, or 0",
        "site --role mirror --name m --port -1 | '--port': -1 is not a port | 1 to 65535, or 0",
        "topology --port 65536           | '--port': 65536 is not a port | 1 to 65535, or 0",
        "controller --port 99999         | '--port': 99999 is not a port | 1 to 65535, or 0",
        "replay x --port 99999           | '--port': 99999 is not a port | 1 to 65535, or 0",
        "doctor --port 99999             | 99999 is not a port         | 1 to 65535, or 0",
        "demo --controller-port 99999    | '--controller-port': 99999 is not a port | 1 to 65535, or 0",
        "topics list -b localhost        | 'localhost' is not HOST:PORT | 127.0.0.1:9092",
        "topics list -b a:9092,b         | 'b' is not HOST:PORT        | 127.0.0.1:9092",
        "topics list -b a:99999          | 'a:99999' is not HOST:PORT  | 127.0.0.1:9092",
        "topics tail                     | Missing required parameter: 'TOPIC'         | tail --help",
      })
  void shouldNameTheValueAndTheRemedyOfAWrongArgument(String line, String value, String remedy) {
    Run run = Run.of(line == null ? new String[0] : line.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).startsWith("windsock").contains(value).contains(remedy);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "topics tail mirror --from soon  | --from 'soon'    | give beginning",
        "topics tail mirror --type Foo   | --type 'Foo'     | FlightPosition",
        "feed generate --out no/x.avro   | --out 'no/x.avro' | make it",
        "feed numbers --out no/x.avro    | --out 'no/x.avro' | make it",
        "feed numbers --out x --numbers 0 | numbers          | 1 to 10000000",
        "state get K --site http://      | 'http://'        | http://127.0.0.1:8080",
      })
  void shouldRefuseAnArgumentInOneLine(String line, String value, String remedy) {
    Run run = Run.of(line.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(value).contains(remedy).doesNotContain("\tat ");
  }

  static Stream<List<String>> commands() {
    List<List<String>> names = new ArrayList<>();
    collect(Windsock.commandLine(), List.of(), names);
    return names.stream();
  }

  private static void collect(CommandLine command, List<String> path, List<List<String>> names) {
    // Commands of the benchmarks' module say in their own words how to run them.
    if (!path.contains("bench") || path.size() == 1) {
      names.add(path);
    }
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              List<String> longer = new ArrayList<>(path);
              longer.add(name);
              collect(sub, longer, names);
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldExplainEveryCommandWithExamples(List<String> path) {
    List<String> args = new ArrayList<>(path);
    args.add("--help");
    Run run = Run.of(args.toArray(String[]::new));
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Usage: windsock").contains("Examples:\n  windsock");
  }

  @Test
  void shouldPrintItsVersion() {
    assertThat(Run.of("--version").out()).contains("windsock").contains("Java 1");
  }

  @Test
  void shouldPrintACompletionScript() {
    assertThat(Run.of("completion").out()).contains("complete -F").contains("windsock_topics_tail");
  }

  @Test
  void shouldCompleteValuesAsPeopleTypeThem() {
    String script = Run.of("completion").out();
    assertThat(script).contains("\"central\" \"mirror\"");
    assertThat(script).contains("\"never\" \"if-unusable\" \"always\"");
    assertThat(script).doesNotContainPattern("_option_args=\\([^)]*\"[A-Z]{2}");
  }

  @Test
  void shouldTakeDefaultsFromTheEnvironmentBeforeTheFile(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("w.properties");
    Files.writeString(file, "bootstrap-server = from-file\n");
    assertThat(Run.of("topics", "list", "--config", file.toString()).err()).contains("'from-file'");
    Map<String, String> environment = Map.of("WINDSOCK_BOOTSTRAP_SERVER", "from-environment");
    assertThat(Run.with(environment, "topics", "list", "--config=" + file).err())
        .contains("'from-environment'");
    assertThat(Run.with(environment, "topics", "list", "-b", "given").err()).contains("'given'");
  }

  @Test
  void shouldNameEverySettingThatNoOptionHas(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("w.properties");
    Files.writeString(file, "bootstrap-sever = a\n");
    Map<String, String> environment =
        Map.of("WINDSOCK_PROT", "1", "WINDSOCK_CONFIG", file.toString(), "WINDSOCK_MAVEN", "mvn");
    Run run = Run.with(environment, "topics", "list");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.err()).contains("bootstrap-sever").contains("WINDSOCK_PROT");
  }

  @Test
  void shouldLeaveTheLaunchersVariablesToTheLauncher() throws Exception {
    Path launcher = DocumentTest.root().resolve("windsock");
    Map<String, String> environment = new TreeMap<>();
    Matcher name = Pattern.compile("WINDSOCK_[A-Z_]+").matcher(Files.readString(launcher));
    while (name.find()) {
      environment.put(name.group(), "x");
    }
    assertThat(environment).containsKey("WINDSOCK_CLASSPATH");
    assertThat(Run.with(environment, "completion").err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "controller --rules none --marker-every 0, marker-every: is 0; it must be 1 to",
    "mode status -c ftp://127.0.0.1, ftp://127.0.0.1': is not a URL of a controller",
    "params set-adapt overwriteLength, 'windsock params set-adapt --help' lists",
    "params set-complex-tuple X --part a --part b, 'windsock params set-complex-tuple --help' lists",
    "params set-complex-seq A B --until-s 9223372036854775807, until-s: is 9223372036854775807; it",
    "params set-complex-tuple X --part a=A --ttl-s 0, set-complex-tuple.ttl-s: is 0; it must be 1 to 86",
    "params set-complex-seq A B --until-s 0, set-complex-seq.until-s: is 0; it must be 1 to 86400",
    "params set-monitor-values cpu NaN, set-monitor-values.primary: is NaN; it must be 0",
    "params set-monitor-values cpu 2 Infinity, set-monitor-values.secondary: is Infinity; it must be 0",
    "params set-policy off --hold-ms 86400001, set-policy.holdMs: is 86400001; it must be 0 to 86400000",
    "params set-adapt colour 5, set-adapt.parameter: 'colour' can't be adapted; choose one of [coal",
    "params set-complex-seq A B --until-s 86400 -c http://127.0.0.1:1, no controller",
    "params set-adapt checkpointEvery -50 -c http://127.0.0.1:1, no controller",
    "params set-adapt -c http://127.0.0.1:1 coalesceNumber -5, no controller",
    "params set-adapt checkpointEvery -x, Unknown option: '-x'",
    "gateway --name g/1 --sweep-ms 0, gateway.name: is 'g/1'; it must be 1 to 64 letters",
    "gateway --key-calls 5 --key-calls-low 9, gateway.keyCalls.low: is 9; it must be 0 or more",
    "gateway --silence-ms 150, gateway.silenceMs: is 150; it must be at least 200",
    "gateway --link-port 8070, gateway.linkPort: is 8070; it must be another than that of HTTP",
    "gateway --routing random, is none of uniform",
    "site --role mirror --name m --join-from peer, is none of log",
    "bench topology --rounds 0, windsock bench topology: topology.rounds: is 0; it must be 1 to 100",
  })
  void shouldSayWhatIsWrongWithTheOptionsOfARole(String args, String error) {
    Run run = Run.of(args.split(" "));
    assertThat(run.code()).isNotZero();
    assertThat(run.err()).contains(error).doesNotContain("--verbose");
  }

  @Test
  void shouldNameAConfigurationFileThatIsNotThere() {
    Run run = Run.of("topics", "list", "--config", "nowhere.properties");
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("nowhere.properties");
  }

  @Test
  void shouldNameADataFolderThatCannotBeWrittenBeforeAskingABroker(@TempDir Path folder)
      throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    String data = file.resolve("m").toString();
    Run run = Run.of("site", "--role=mirror", "--name=m", "--data", data, "-b", "127.0.0.1:1");
    assertThat(run.code()).isEqualTo(ExitCode.FAILURE);
    assertThat(run.err()).contains(data, "name one that this user may write");
  }

  @Test
  void shouldShowTheStackTraceWhenAskedTo() {
    assertThat(Run.of("state", "get", "K", "--site", "http://127.0.0.1:1", "-v").err())
        .contains("\tat ");
  }

  /** Code 1 would say that they differ. */
  @Test
  void shouldHaveACodeForClustersThatCannotBeCompared() {
    Run run = Run.of("link", "verify", "-b", "127.0.0.1:1", "--target", "127.0.0.1:1");

    assertThat(run.code()).isEqualTo(ExitCode.INCOMPARABLE);
    assertThat(run.err())
        .startsWith("windsock link verify: no Kafka broker answers at '127.0.0.1:1'")
        .doesNotContain("\tat ");
  }
}
