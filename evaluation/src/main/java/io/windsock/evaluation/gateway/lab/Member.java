package io.windsock.evaluation.gateway.lab;

import io.windsock.evaluation.node.Node;
import io.windsock.evaluation.node.NodeUse;
import io.windsock.testbed.process.ChildProcess;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A gateway or a site on a node of its own, which can be started again. One thread owns it. */
public final class Member implements AutoCloseable {
  private final String name;
  private final Node node;
  private final Class<?> main;
  private final List<String> jvm;
  private final List<String> args;
  private final double cpus;
  private @Nullable ChildProcess process;
  private String said = "";
  private boolean paused;

  /**
   * Creates a member that does not run.
   *
   * @param main prints {@code ready} and its URLs once it serves
   * @param jvm options of its JVM
   * @param cpus the quota of its node when it is limited, in processors
   */
  Member(String name, Node node, Class<?> main, List<String> jvm, List<String> args, double cpus) {
    this.name = name;
    this.node = node;
    this.main = main;
    this.jvm = List.copyOf(jvm);
    this.args = List.copyOf(args);
    this.cpus = cpus;
  }

  /** Returns its name in the group. */
  public String name() {
    return name;
  }

  /** Starts the process, which becomes ready later. */
  public void start() {
    process = node.start(main, jvm, args);
  }

  /**
   * Starts the process, which becomes ready later. Until {@link #weighAsOthers} it gets the
   * processor time that all others leave: what it does costs them nothing, as if it had a machine
   * of its own, although a slow one.
   */
  public void startBeside() {
    node.giveWay(true);
    start();
  }

  /** Ends what {@link #startBeside} began. */
  public void weighAsOthers() {
    node.giveWay(false);
  }

  /** Waits until the process is ready. */
  public void awaitReady() {
    said = process().await("ready");
  }

  /**
   * Waits until the process is ready; kills it if that takes too long.
   *
   * @param patience how long it may take from now
   * @return whether it is ready
   * @throws IllegalStateException if it ended by itself
   */
  public boolean awaitReady(Duration patience) {
    String line = process().await("ready", patience);
    if (line != null) {
      said = line;
    }
    return line != null;
  }

  private ChildProcess process() {
    return Objects.requireNonNull(process, name);
  }

  /** Returns the URL of its HTTP server. */
  public String url() {
    return said.split(" ", -1)[0];
  }

  /** Returns the URL of a gateway's links. */
  public String linkUrl() {
    return said.split(" ", -1)[1];
  }

  /** Puts the quota in force, if it has one; its compilers run beside it then. */
  void limit() {
    if (cpus < CallPlan.UNLIMITED) {
      node.setCompilersApart();
    }
    node.limit(cpus);
  }

  /** Ends the process at once (SIGKILL). */
  public void kill() {
    process().kill();
  }

  /** Ends the process as an operator would, and waits until it has ended. */
  public void stop() {
    resume();
    process().close();
  }

  /** Returns whether the process runs, or is paused. */
  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Stops the process where it is (SIGSTOP). */
  public void pause() {
    paused = true;
    process().pause();
  }

  /** Continues a paused process. */
  public void resume() {
    if (paused) {
      paused = false;
      process().resume();
    }
  }

  boolean isPaused() {
    return paused;
  }

  /** Returns what its node has used since it was created. */
  public NodeUse use() {
    return node.use();
  }

  /** Kills the process and deletes the node. Any thread may call it. */
  void abort() {
    node.kill();
  }

  @Override
  public void close() {
    node.close();
  }
}
