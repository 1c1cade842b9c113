package io.windsock.system;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HealthCheck;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.RestartPolicy;
import com.github.dockerjava.api.model.Volume;
import io.windsock.system.compose.ComposeFile;
import io.windsock.system.compose.ComposeService;
import io.windsock.system.compose.ComposeService.Mount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * Makes containers of a compose file's services, with a network and volumes of their own, and
 * removes these when it is closed. One thread owns it.
 */
final class ClusterNodes implements AutoCloseable {
  private static final Duration STARTUP = Duration.ofMinutes(4);

  /** Controllers keep the mirror topic whole, so that a test can count what is in it. */
  private static final List<String> KEEP_ALL = List.of("--rules", "none", "--trim", "none");

  /** In place of 5 s: a dozen JVMs start together, and their first calls may take a while. */
  private static final String REHEARSAL_MS = "200";

  private final ComposeFile file;
  private final Path logs;
  private final Network network = Network.newNetwork();
  private final String volumes = "windsock-test-" + UUID.randomUUID() + "-";
  private final Set<String> made = new HashSet<>();

  ClusterNodes(ComposeFile file, Path logs) {
    this.file = file;
    this.logs = logs;
  }

  /** The service's containers, not started yet: one, or as many as its scale says. */
  List<ClusterNode> nodes(ComposeService service) {
    JsonNode scale = service.content().path("scale");
    List<ClusterNode> nodes = new ArrayList<>();
    for (int i = 1; i <= scale.asInt(1); i++) {
      nodes.add(node(scale.isMissingNode() ? service.name() : service.name() + "-" + i, service));
    }
    return nodes;
  }

  private ClusterNode node(String name, ComposeService service) {
    ClusterNode node = new ClusterNode(name, service, network, logs);
    List<Bind> binds = binds(service);
    node.as(command -> host(host(command).withBinds(binds), service));
    node.as(command -> process(command, service));
    node.container().withEnv(environment(service, node.port()));
    publish(node, service);
    awaitAs(node.container(), service);
    return node;
  }

  private static HostConfig host(CreateContainerCmd command) {
    return Objects.requireNonNull(command.getHostConfig());
  }

  /** What the engine allows the container. */
  private static void host(HostConfig host, ComposeService service) {
    host.withReadonlyRootfs(service.content().path("read_only").asBoolean())
        .withSecurityOpts(service.texts("security_opt"));
    if (!service.tmpfs().isEmpty()) {
      host.withTmpFs(service.tmpfs());
    }
    if (!service.text("restart").isEmpty()) {
      host.withRestartPolicy(RestartPolicy.parse(service.text("restart")));
    }
    if (!service.texts("cap_drop").isEmpty()) {
      host.withCapDrop(
          service.texts("cap_drop").stream().map(Capability::valueOf).toArray(Capability[]::new));
    }
  }

  /** What runs in the container, and how it is asked to stop. */
  private static void process(CreateContainerCmd command, ComposeService service) {
    if (!service.command().isEmpty()) {
      command.withCmd(command(service));
    }
    if (!service.texts("entrypoint").isEmpty()) {
      command.withEntrypoint(service.texts("entrypoint"));
    }
    if (!service.text("working_dir").isEmpty()) {
      command.withWorkingDir(service.text("working_dir"));
    }
    if (!service.text("stop_grace_period").isEmpty()) {
      command.withStopTimeout((int) duration(service.text("stop_grace_period")).toSeconds());
    }
    healthcheck(service).ifPresent(command::withHealthcheck);
  }

  private static List<String> command(ComposeService service) {
    List<String> command = new ArrayList<>(service.command());
    if (command.get(0).equals("controller")) {
      command.addAll(KEEP_ALL);
    }
    return command;
  }

  /** Brokers tell clients on this machine the port that they have here. */
  private static Map<String, String> environment(ComposeService service, int port) {
    Map<String, String> environment = new HashMap<>(service.environment());
    environment.computeIfPresent(
        "KAFKA_ADVERTISED_LISTENERS",
        (name, value) -> value.replaceFirst("(HOST://127\\.0\\.0\\.1:)\\d+", "$1" + port));
    if (service.name().equals("replay")) {
      environment.put("WINDSOCK_OUTPUT", "json");
    }
    if (List.of("site", "gateway").contains(service.command().stream().findFirst().orElse(""))) {
      environment.put("WINDSOCK_REHEARSAL_MS", REHEARSAL_MS);
    }
    return environment;
  }

  /** Publishes the first port, which is that of HTTP. */
  private static void publish(ClusterNode node, ComposeService service) {
    service.ports().stream().findFirst().ifPresent(port -> publish(node, port));
  }

  private static void publish(ClusterNode node, ComposeService.Port port) {
    PortBinding published =
        new PortBinding(
            Ports.Binding.bindIpAndPort(port.address(), node.port()),
            new ExposedPort(port.container()));
    node.container().withExposedPorts(port.container());
    node.as(command -> host(command).withPortBindings(published));
  }

  private List<Bind> binds(ComposeService service) {
    List<Bind> binds = new ArrayList<>();
    for (Mount mount : service.mounts()) {
      String source = mount.isPath() ? path(mount) : volume(mount);
      AccessMode mode = mount.readOnly() ? AccessMode.ro : AccessMode.rw;
      binds.add(new Bind(source, new Volume(mount.target()), mode));
    }
    return binds;
  }

  private String path(Mount mount) {
    return file.folder().resolve(mount.source()).normalize().toString();
  }

  private String volume(Mount mount) {
    made.add(volumes + mount.source());
    return volumes + mount.source();
  }

  private static Optional<HealthCheck> healthcheck(ComposeService service) {
    JsonNode check = service.content().path("healthcheck");
    if (check.isMissingNode()) {
      return Optional.empty();
    }
    if (check.path("disable").asBoolean()) {
      return Optional.of(new HealthCheck().withTest(List.of("NONE")));
    }
    List<String> test = new ArrayList<>();
    check.path("test").forEach(word -> test.add(word.asText()));
    return Optional.of(
        new HealthCheck()
            .withTest(test)
            .withInterval(duration(check.path("interval").asText()).toNanos())
            .withTimeout(duration(check.path("timeout").asText()).toNanos())
            .withStartPeriod(duration(check.path("start_period").asText()).toNanos())
            .withRetries(check.path("retries").asInt()));
  }

  private static Duration duration(String text) {
    return Duration.parse("PT" + text);
  }

  private static void awaitAs(GenericContainer<?> container, ComposeService service) {
    JsonNode check = service.content().path("healthcheck");
    if (service.text("restart").equals("no")) {
      container
          .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(STARTUP))
          .waitingFor(new Nothing());
    } else if (check.isMissingNode() && !service.isWindsock()) {
      container.waitingFor(new Nothing());
    } else {
      container.waitingFor(new Health().withStartupTimeout(STARTUP));
    }
  }

  /** Asks once a second; Testcontainers' own asks without a pause, which takes a processor. */
  private static final class Health extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {
      await("health")
          .atMost(startupTimeout)
          .pollInterval(Duration.ofSeconds(1))
          .until(waitStrategyTarget::isHealthy);
    }
  }

  /** What has no health check is ready when it runs. */
  private static final class Nothing extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {}
  }

  @Override
  public void close() {
    try {
      made.forEach(ClusterNodes::remove);
    } finally {
      network.close();
    }
  }

  private static void remove(String volume) {
    try {
      DockerClientFactory.lazyClient().removeVolumeCmd(volume).exec();
    } catch (NotFoundException e) {
      // its first container was never made
    }
  }
}
