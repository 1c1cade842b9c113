package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.cli.option.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {
  private static Run capacity(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("capacity", "--events", "5_000", "--keys", "1e5", "--displays", "1e6"));
    args.addAll(List.of(more));
    return Run.of(args.toArray(String[]::new));
  }

  @Test
  void shouldPrintEachRoleAndWhatIsNext() {
    Run run = capacity();

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("mirror ", "central site ", "broker ", "topology ", "Saturates first: ")
        .contains("a tree, in which mirrors read from mirrors, does not exist yet")
        .contains("Coefficients: ");
  }

  @Test
  void shouldPlanGatewaysForCalls() {
    assertThat(capacity().out()).doesNotContain("gateway ");
    assertThat(capacity("--calls", "20_000").out()).containsPattern("gateway +[2-9]");
  }

  @Test
  void shouldPrintTheSameAsJson() throws IOException {
    Run run = capacity("--output", "json");

    JsonNode plan = new ObjectMapper().readTree(run.out());
    assertThat(plan.path("fits").asBoolean()).isTrue();
    assertThat(plan.path("demand").path("load").path("displays").asDouble()).isEqualTo(1e6);
    assertThat(plan.path("roles").get(0).path("role").asText()).isEqualTo("mirror");
    assertThat(plan.path("roles").get(0).path("machines").asLong()).isGreaterThanOrEqualTo(100);
    assertThat(plan.path("firstUse").path("share").asDouble()).isBetween(0.1, 1.0);
  }

  @Test
  void shouldFailIfNothingCarriesTheLoad() {
    Run run = capacity("--processors", "0.1", "--headroom", "0.01");

    assertThat(run.code()).isEqualTo(ExitCode.FAILURE);
    assertThat(run.out()).contains("Does not fit: ");
  }

  @ParameterizedTest
  @CsvSource({
    "--events,         0,    '--events: is 0; it must be 1 to 1000000000'",
    "--mirrored-share, 2,    '--mirrored-share: is 2; it must be 0 to 1'",
    "--headroom,       0.0,  '--headroom: is 0; it must be 0.01 to 1'",
    "--partitions,     2.5,  '--partitions: is 2.5; it must be a whole number'",
    "--replication,    1.5,  '--replication: is 1.5; it must be a whole number'",
    "--keys,           many, 'many'",
    "--processors,     -1,   '-1'",
  })
  void shouldRefuseAValue(String option, String value, String message) {
    Run run =
        option.equals("--events") || option.equals("--keys")
            ? Run.of(with(option, value))
            : capacity(option, value);

    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(option).contains(message);
  }

  private static String[] with(String option, String value) {
    return ("capacity --events 1 --keys 1 --displays 1 ".replace(option + " 1", "")
            + option
            + " "
            + value)
        .trim()
        .split(" +");
  }
}
