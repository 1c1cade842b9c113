package io.windsock.system;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import io.windsock.embedded.FreePort;
import io.windsock.system.compose.ComposeService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/**
 * One container of a {@link Cluster}: known by its name in the cluster's network, published on a
 * port of 127.0.0.1 that stays the same across restarts. One thread owns it.
 */
final class ClusterNode implements AutoCloseable {
  /** Of what it printed, for whom it did not start. */
  private static final int LINES = 10;

  private final String name;
  private final Network network;
  private final List<String> aliases;
  private final Path log;
  private final int port = FreePort.any();
  private final GenericContainer<?> container;

  /**
   * A node, not started yet.
   *
   * @param name its name in the network, beside the service's
   * @param logs folder for what it prints
   */
  ClusterNode(String name, ComposeService service, Network network, Path logs) {
    this.name = name;
    this.network = network;
    this.aliases = List.of(name, service.name());
    this.log = logs.resolve(name + ".log");
    container =
        new GenericContainer<>(DockerImageName.parse(service.image()))
            .withNetwork(network)
            .withNetworkAliases(name, service.name());
    as(command -> command.withHostName(name));
  }

  /** Has a say in how the container is made. */
  ClusterNode as(Consumer<CreateContainerCmd> modifier) {
    container.withCreateContainerCmdModifier(modifier);
    return this;
  }

  GenericContainer<?> container() {
    return container;
  }

  String name() {
    return name;
  }

  /** The port of 127.0.0.1 on which the first of the container's published ports is. */
  int port() {
    return port;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }

  private String id() {
    return container.getContainerId();
  }

  /** {@code kill -9}, until {@link #start}. */
  void kill() {
    docker().killContainerCmd(id()).withSignal("KILL").exec();
  }

  /** Asks it to stop, and kills it if it has not within the time that the file gives it. */
  void stop() {
    docker().stopContainerCmd(id()).exec();
  }

  /** The same container once more, on the data that it had. */
  void start() {
    docker().startContainerCmd(id()).exec();
  }

  /** Stops it where it is, with all its connections open, until {@link #unpause}. */
  void pause() {
    docker().pauseContainerCmd(id()).exec();
  }

  void unpause() {
    docker().unpauseContainerCmd(id()).exec();
  }

  /** Takes its network away: what is sent to it is lost without an answer, until {@link #join}. */
  void cut() {
    docker()
        .disconnectFromNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(id())
        .withForce(true)
        .exec();
  }

  void join() {
    docker()
        .connectToNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(id())
        .withContainerNetwork(new ContainerNetwork().withAliases(aliases))
        .exec();
  }

  private InspectContainerResponse.ContainerState state() {
    return docker().inspectContainerCmd(id()).exec().getState();
  }

  /** How it ended last; 0 if it runs or stopped as asked. */
  long exitCode() {
    return Objects.requireNonNullElse(state().getExitCodeLong(), 0L);
  }

  /** Whether it runs, and has passed its health check if it has one. */
  boolean isWell() {
    InspectContainerResponse.ContainerState state = state();
    boolean running = Boolean.TRUE.equals(state.getRunning());
    return running
        && (state.getHealth() == null || "healthy".equals(state.getHealth().getStatus()));
  }

  /** Its name, how it is, and the end of what it printed. */
  String described() {
    if (id() == null) {
      return name + ": never made";
    }
    List<String> lines = printed().lines().toList();
    return name + ": " + state() + "\n" + String.join("\n", last(lines));
  }

  private static List<String> last(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
  }

  /** All that it has printed since it was made. */
  String printed() {
    return container.getLogs();
  }

  /** Keeps what it printed, and removes it. */
  @Override
  public void close() {
    if (container.getContainerId() == null) {
      return;
    }
    try {
      Files.createDirectories(log.getParent());
      Files.writeString(log, printed());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      container.close();
    }
  }
}
