package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.option.ExitCode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static @Nullable String value(
      Map<String, String> environment, String command, String option) {
    CommandLine root = Windsock.commandLine();
    CommandLine sub = Objects.requireNonNull(root.getSubcommands().get(command));
    return Defaults.read(new String[0], environment, root)
        .defaultValue(sub.getCommandSpec().findOption(option));
  }
}
