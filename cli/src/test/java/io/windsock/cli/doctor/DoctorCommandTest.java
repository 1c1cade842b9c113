package io.windsock.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.Windsock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that is named must be up; without one, the machine alone is checked. */
class DoctorCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** No client can be created with it, so that nobody waits for a broker. */
  private static final String NO_BROKER = "security.protocol=NONE";

  private static String broker(Map<String, String> environment, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("doctor", "--port", "1024", "--kafka", NO_BROKER, "--output", "json"));
    args.addAll(List.of(more));
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(new StringWriter());
    int code =
        Windsock.execute(args.toArray(String[]::new), environment, new PrintWriter(out), err);
    for (JsonNode check : JSON.readTree(out.toString())) {
      if (check.path("name").asText().equals("broker")) {
        return check.path("verdict").asText() + ", exit code " + code;
      }
    }
    throw new AssertionError("no check of the broker: " + out);
  }

  @Test
  void shouldSkipABrokerThatNobodyNames() throws Exception {
    assertThat(broker(Map.of())).isEqualTo("skipped, exit code 0");
  }

  @Test
  void shouldReportABrokerThatAnArgumentNames() throws Exception {
    assertThat(broker(Map.of(), "-b", "127.0.0.1:1")).isEqualTo("fault, exit code 1");
  }

  @Test
  void shouldReportABrokerThatTheEnvironmentNames() throws Exception {
    assertThat(broker(Map.of("WINDSOCK_BOOTSTRAP_SERVER", "127.0.0.1:1")))
        .isEqualTo("fault, exit code 1");
  }

  @Test
  void shouldReportABrokerThatAFileNames(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("windsock.properties");
    Files.writeString(file, "bootstrap-server = 127.0.0.1:1\n");
    assertThat(broker(Map.of(), "--config", file.toString())).isEqualTo("fault, exit code 1");
    assertThat(broker(Map.of("WINDSOCK_CONFIG", file.toString()))).isEqualTo("fault, exit code 1");
  }
}
