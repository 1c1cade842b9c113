package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What doctor says of a pipeline, while nobody serves it and while somebody does. */
@Timeout(900)
class PipelineIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void shouldNameAPipelineThatStandsStillAndOneThatDoesNot(@TempDir Path folder) throws Exception {
    Path feed = Recording.write(folder.resolve("p.csv"), 30, 10, 0);
    try (Child broker = Child.start("broker", "--data", folder + "/broker", "--port", "0")) {
      String bootstrap = broker.ready().path("bootstrapServers").asText();
      for (String prefix : new String[] {"one", "two"}) {
        String[] create = {"topics", "create", "-b", bootstrap, "--prefix", prefix};
        assertThat(Run.of(create).code()).isZero();
        Run replay =
            Run.of(
                "replay", feed.toString(), "--speed", "max", "-b", bootstrap, "--prefix", prefix);
        assertThat(replay.code()).as(replay.err()).isZero();
      }

      Run still = doctor(bootstrap, "one");
      assertThat(still.code()).as(still.out()).isEqualTo(ExitCode.FAILURE);
      JsonNode fault = pipeline(still);
      assertThat(fault.path("found").asText())
          .isEqualTo(
              "stands still: 40 source offsets wait, and no topology runs as 'one-topology'");
      assertThat(fault.path("remedy").asText()).isEqualTo("windsock topology --prefix one");

      try (Child one = topology(bootstrap, "one", folder);
          Child two = topology(bootstrap, "two", folder)) {
        one.ready();
        two.ready();
        for (String prefix : new String[] {"one", "two"}) {
          await()
              .atMost(LONG)
              .untilAsserted(
                  () ->
                      assertThat(pipeline(doctor(bootstrap, prefix)).path("found").asText())
                          .isEqualTo("'" + prefix + "-topology' is up to date"));
        }
        Run third =
            Run.of(
                "topology",
                "-b",
                bootstrap,
                "--prefix",
                "two",
                "--application-id",
                "one-topology",
                "--data",
                folder + "/t3");
        assertThat(third.code()).isNotZero();
        assertThat(third.err())
            .contains("application id 'one-topology': is used by one-topology@one@")
            .contains("with another --application-id (default: two-topology)");
      }
    }
  }

  private static Child topology(String bootstrap, String prefix, Path folder) throws Exception {
    return Child.start(
        "topology",
        "-b",
        bootstrap,
        "--prefix",
        prefix,
        "--data",
        folder.resolve("t-" + prefix).toString());
  }

  private static Run doctor(String bootstrap, String prefix) {
    return Run.of(
        "doctor", "-b", bootstrap, "--prefix", prefix, "--port", "1024", "--output", "json");
  }

  private static JsonNode pipeline(Run doctor) throws Exception {
    for (JsonNode check : JSON.readTree(doctor.out())) {
      if (check.path("name").asText().equals("pipeline")) {
        return check;
      }
    }
    throw new AssertionError("no check of the pipeline: " + doctor.out());
  }
}
