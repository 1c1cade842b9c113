package io.windsock.system.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.system.Repository;
import io.windsock.system.Tool;
import io.windsock.system.Tool.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prometheus' own tool accepts its files, and has each alert fire when it should and only then. */
class PromtoolTest {
  private static final String FOLDER = "docker/prometheus/";

  @TempDir private Path temp = Path.of("");
  private Tool promtool;

  @BeforeEach
  void find() {
    promtool = Tool.orSkip("promtool", "prometheus");
  }

  @ParameterizedTest
  @ValueSource(strings = {"prometheus.yml", "remote.yml"})
  void shouldAcceptTheConfiguration(String file) throws Exception {
    Result result = run("check", "config", file);
    assertThat(result.exit()).as(result.output()).isZero();
    assertThat(result.output()).contains(Alert.all().size() + " rules found");
  }

  @Test
  void shouldAcceptTheRules() throws Exception {
    Result result = run("check", "rules", "alerts.yml");
    assertThat(result.exit()).as(result.output()).isZero();
  }

  @Test
  void shouldFireEachAlertWhenItShould() throws Exception {
    Result result = run("test", "rules", "alerts_test.yml");
    assertThat(result.exit()).as(result.output()).isZero();
  }

  @Test
  void shouldFindAnAlertThatNeverFires() throws Exception {
    String rules = Files.readString(Repository.path(FOLDER + "alerts.yml"));
    assertThat(rules).contains("seconds > 30");
    Files.writeString(temp.resolve("alerts.yml"), rules.replace("seconds > 30", "seconds > 99"));
    Files.copy(Repository.path(FOLDER + "alerts_test.yml"), temp.resolve("alerts_test.yml"));
    Result result =
        promtool.run(
            temp.resolve("log"), "test", "rules", temp.resolve("alerts_test.yml").toString());
    assertThat(result.exit()).isNotZero();
    assertThat(result.output()).contains("WindsockStaleness").doesNotContain("WindsockSiteGone");
  }

  private Result run(String what, String kind, String file) throws Exception {
    return promtool.run(temp.resolve("log"), what, kind, Repository.path(FOLDER + file).toString());
  }
}
