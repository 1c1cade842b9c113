package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.RestartPolicy;
import io.windsock.cli.Windsock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * Services of the compose file with a setting that is wrong: each says so in one line, whenever it
 * is started again, and after some attempts stays down.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class WrongSettingsIT {
  private static final int RESTARTS = 1;
  private static final String DATA = "/var/lib/windsock";
  private static final String BROKER = "kafka:19092";

  /** In memory: on a busy disk, the broker once did not answer for 30 s. */
  private static final String BROKER_DATA = "/var/lib/kafka/data";

  /**
   * A busy machine may run Testcontainers' start script while it is still being written
   * (testcontainers-java, issue 11682); the broker then ends at once.
   */
  private static final int BROKER_STARTS = 3;

  private static Network network;
  private static KafkaContainer kafka;

  /** A service, and what goes against it. */
  private static final class Service extends GenericContainer<Service> {
    Service(String... command) {
      super(DockerImageName.parse(Engine.WINDSOCK));
      withNetwork(network)
          .withEnv("WINDSOCK_BOOTSTRAP_SERVER", BROKER)
          .withTmpFs(Map.of("/tmp", "exec"))
          .withCommand(command)
          .withStartupCheckStrategy(new Ends())
          .withCreateContainerCmdModifier(
              created ->
                  Objects.requireNonNull(created.getHostConfig())
                      .withReadonlyRootfs(true)
                      .withCapDrop(Capability.ALL)
                      .withRestartPolicy(RestartPolicy.onFailureRestart(RESTARTS)));
    }

    /** Nothing is served that could be waited for. */
    @Override
    protected void waitUntilContainerStarted() {}

    /** Runs it until it stays down; answers what it said, each time. */
    List<String> said() {
      start();
      try (this) {
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> !state().getState().getRunning() && !state().getState().getRestarting());
        assertThat(state().getRestartCount()).isEqualTo(RESTARTS);
        assertThat(state().getState().getExitCodeLong()).isNotZero();
        assertThat(getLogs(OutputType.STDOUT)).isEmpty();
        return getLogs(OutputType.STDERR).lines().toList();
      }
    }

    private InspectContainerResponse state() {
      DockerClient docker = getDockerClient();
      return docker.inspectContainerCmd(getContainerId()).exec();
    }
  }

  /** It is meant to end, and may have done so already. */
  private static final class Ends extends StartupCheckStrategy {
    @Override
    public StartupStatus checkStartupState(DockerClient docker, String container) {
      return StartupStatus.SUCCESSFUL;
    }
  }

  @BeforeAll
  static void startABroker() {
    Engine.assumePresent();
    network = Network.newNetwork();
    kafka =
        new KafkaContainer(
                DockerImageName.parse(Engine.KAFKA).asCompatibleSubstituteFor("apache/kafka"))
            .withNetwork(network)
            .withListener(BROKER)
            .withEnv("KAFKA_LOG_DIRS", BROKER_DATA)
            .withTmpFs(Map.of(BROKER_DATA, "uid=1000,gid=1000"))
            .withStartupAttempts(BROKER_STARTS);
    kafka.start();
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    String[] create = {"topics", "create", "-b", kafka.getBootstrapServers()};
    assertThat(Windsock.execute(create, Map.of(), out, out))
        .as(() -> said + kafka.getLogs())
        .isZero();
  }

  @AfterAll
  static void stopIt() {
    if (kafka != null) {
      kafka.close();
    }
    if (network != null) {
      network.close();
    }
  }

  private static void assertSays(List<String> said, String... parts) {
    assertThat(said).hasSize(1 + RESTARTS).allSatisfy(line -> assertThat(line).contains(parts));
  }

  @Test
  void shouldNameTheFaultInARulesFile(@TempDir Path folder) throws Exception {
    Path rules = folder.resolve("rules.yaml");
    Files.writeString(rules, "rules:\n  - name: positions\n    rule: overwirte\n");
    Bind mounted = Bind.parse(rules + ":/etc/rules.yaml:ro");
    Service service = new Service("topology", "--rules", "/etc/rules.yaml");
    service.withCreateContainerCmdModifier(
        created -> Objects.requireNonNull(created.getHostConfig()).withBinds(mounted));
    assertSays(service.said(), "rules.yaml", "overwirte", "overwrite");
  }

  @Test
  void shouldNameABrokerThatDoesNotAnswer() {
    Service service = new Service("topology").withEnv("WINDSOCK_BOOTSTRAP_SERVER", "kafka:1");
    assertSays(service.said(), "no Kafka broker answers at 'kafka:1'", "--bootstrap-server");
  }

  @Test
  void shouldNameAVolumeThatCannotBeWritten() {
    Service service = new Service("site", "--role", "mirror", "--name", "m", "--data", DATA + "/m");
    service.withTmpFs(Map.of("/tmp", "exec", DATA, "mode=0555"));
    assertSays(service.said(), DATA);
  }

  @Test
  void shouldNameAFolderFromWhichNothingMayBeExecuted() {
    Service service = new Service("site", "--role", "mirror", "--name", "m", "--data", DATA + "/m");
    service.withTmpFs(Map.of("/tmp", "noexec", DATA, "uid=10001"));
    assertSays(service.said(), "/tmp", "exec");
  }

  @Test
  void shouldNameAnUnknownVariable() {
    Service service = new Service("topology").withEnv("WINDSOCK_PORTS", "8080");
    assertSays(service.said(), "WINDSOCK_PORTS");
  }
}
