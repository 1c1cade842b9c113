package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.option.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Kubernetes sets variables for every Service; those of one named windsock look like Windsock's.
 */
class DefaultsTest {
  /** As for the Services {@code windsock} and {@code windsock-controller}. */
  private static Map<String, String> serviceLinks() {
    Map<String, String> links = new HashMap<>();
    for (String service : new String[] {"WINDSOCK", "WINDSOCK_CONTROLLER"}) {
      links.put(service + "_SERVICE_HOST", "10.96.12.7");
      links.put(service + "_SERVICE_PORT", "8090");
      links.put(service + "_SERVICE_PORT_HTTP", "8090");
      links.put(service + "_PORT", "tcp://10.96.12.7:8090");
      links.put(service + "_PORT_8090_TCP", "tcp://10.96.12.7:8090");
      links.put(service + "_PORT_8090_TCP_PROTO", "tcp");
      links.put(service + "_PORT_8090_TCP_PORT", "8090");
      links.put(service + "_PORT_8090_TCP_ADDR", "10.96.12.7");
      links.put(service + "_PORT_53_UDP", "udp://[fd00::7]:53");
    }
    return links;
  }

  @Test
  void shouldLeaveKubernetesServiceLinksAlone() {
    assertThat(value(serviceLinks(), "broker", "--port")).isNull();
    assertThat(value(serviceLinks(), "demo", "--controller-port")).isNull();
    Run run = Run.with(serviceLinks(), "explain");
    assertThat(run.code()).as(run.err()).isZero();
  }

  @Test
  void shouldStillTakeAPortFromTheEnvironment() {
    assertThat(value(Map.of("WINDSOCK_PORT", "8090"), "broker", "--port")).isEqualTo("8090");
    assertThat(value(Map.of("WINDSOCK_CONTROLLER_PORT", "1"), "demo", "--controller-port"))
        .isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "WINDSOCK_PROT, did you mean WINDSOCK_PORT",
    "WINDSOCK_BOOTSTRAP_SERVERS, did you mean WINDSOCK_BOOTSTRAP_SERVER",
    "WINDSOCK_COLOUR_OF_THE_SEA, unset it",
  })
  void shouldRefuseAMisspelledVariable(String name, String remedy) {
    Run run = Run.with(Map.of(name, "1"), "explain");

    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(name).contains(remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "broker | PORT | x | '--port': 'x' is not an int (from the environment variable WINDSOCK_PORT)",
        "broker | PORT | 99999 | or 0 for any free one (from the environment variable WINDSOCK_PORT)",
        "topics list | BOOTSTRAP_SERVER | here | kafka:9092 (from the environment variable",
        "topics list | OUTPUT | yaml | (from the environment variable WINDSOCK_OUTPUT)",
        "topics list | KAFKA | ssl | (from the environment variable WINDSOCK_KAFKA)",
        "topics list | VERBOSE | loud | (from the environment variable WINDSOCK_VERBOSE)",
        "explain | DOMAIN | none-such | (from the environment variable WINDSOCK_DOMAIN)",
        "controller --rules none | MARKER_EVERY | 0 | (from the environment variable WINDSOCK_MARKER_EVERY)",
      })
  void shouldNameTheVariableOrTheFileOfAnUnusableValue(
      String command, String name, String value, String message, @TempDir Path folder)
      throws IOException {
    String[] args = command.split(" ");
    Run run = Run.with(Map.of("WINDSOCK_" + name, value), args);
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(message);

    Path file = folder.resolve("w.properties");
    String key = name.toLowerCase(Locale.ROOT).replace('_', '-');
    Files.writeString(file, key + " = " + value + "\n");
    Run configured = Run.with(Map.of("WINDSOCK_CONFIG", file.toString()), args);
    assertThat(configured.err()).contains("(from " + key + " in " + file + ")");
    assertThat(Run.with(Map.of("WINDSOCK_" + name, value), withConfig(args, file)).err())
        .contains("environment variable")
        .doesNotContain(" in " + file);
  }

  private static String[] withConfig(String[] args, Path file) {
    return Stream.concat(Stream.of(args), Stream.of("--config=" + file)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topics list --bootstrap-server there",
        "topics list --bootstrap-server=there",
        "topics list -b there",
        "topics list -b=there",
        "topics list -bthere",
        "topics list -vb there",
      })
  void shouldNameNoVariableWhereTheOptionIsGiven(String line) {
    Run run = Run.with(Map.of("WINDSOCK_BOOTSTRAP_SERVER", "here"), line.split(" "));
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("'there' is not HOST:PORT").doesNotContain("(from");
  }

  @Test
  void shouldNameNoVariableOfAnotherOption() {
    Map<String, String> environment = Map.of("WINDSOCK_PORT", "8090");
    assertThat(Run.with(environment, "explain", "--domain", "8090").err())
        .contains("'8090'")
        .doesNotContain("(from");
  }

  private static @Nullable String value(
      Map<String, String> environment, String command, String option) {
    CommandLine root = Windsock.commandLine();
    CommandLine sub = Objects.requireNonNull(root.getSubcommands().get(command));
    return Defaults.read(new String[0], environment, root)
        .defaultValue(sub.getCommandSpec().findOption(option));
  }
}
