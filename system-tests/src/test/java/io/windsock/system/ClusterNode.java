package io.windsock.system;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.RestartPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/**
 * One container of a {@link Cluster}: known by its name in the cluster's network, published on a
 * port of 127.0.0.1 that stays the same across restarts. One thread owns it.
 */
final class ClusterNode implements AutoCloseable {
  private static final int STOP_SECONDS = 30;

  private final String name;
  private final Network network;
  private final Path log;
  private final int port = freePort();
  private final GenericContainer<?> container;

  /**
   * A node, not started yet.
   *
   * @param inner the port within the container to be published
   * @param logs folder for what it prints
   */
  ClusterNode(String name, String image, int inner, Network network, Path logs) {
    this.name = name;
    this.network = network;
    this.log = logs.resolve(name + ".log");
    PortBinding published =
        new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", port), new ExposedPort(inner));
    container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withNetwork(network)
            .withNetworkAliases(name)
            .withExposedPorts(inner)
            .withCreateContainerCmdModifier(
                command -> {
                  command.withHostName(name);
                  Objects.requireNonNull(command.getHostConfig()).withPortBindings(published);
                });
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * As the compose file runs Windsock's roles: no capabilities, nothing to write but its volume.
   */
  ClusterNode confined() {
    container
        .withTmpFs(Map.of("/tmp", "exec"))
        .withCreateContainerCmdModifier(
            command ->
                Objects.requireNonNull(command.getHostConfig())
                    .withReadonlyRootfs(true)
                    .withRestartPolicy(RestartPolicy.onFailureRestart(5))
                    .withCapDrop(Capability.ALL));
    return this;
  }

  GenericContainer<?> container() {
    return container;
  }

  String name() {
    return name;
  }

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

  /** Asks it to stop, and kills it if it has not within 30 s. */
  void stop() {
    docker().stopContainerCmd(id()).withTimeout(STOP_SECONDS).exec();
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
        .withContainerNetwork(new ContainerNetwork().withAliases(name))
        .exec();
  }

  /** How it ended last; 0 if it runs or stopped as asked. */
  long exitCode() {
    return Objects.requireNonNullElse(
        docker().inspectContainerCmd(id()).exec().getState().getExitCodeLong(), 0L);
  }

  /** Whether it runs, and has passed its health check if it has one. */
  boolean isWell() {
    var state = docker().inspectContainerCmd(id()).exec().getState();
    boolean running = Boolean.TRUE.equals(state.getRunning());
    return running
        && (state.getHealth() == null || "healthy".equals(state.getHealth().getStatus()));
  }

  /** Keeps what it printed since it was made, and removes it. */
  @Override
  public void close() {
    if (container.getContainerId() == null) {
      return;
    }
    try {
      Files.createDirectories(log.getParent());
      Files.writeString(log, container.getLogs());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      container.close();
    }
  }
}
