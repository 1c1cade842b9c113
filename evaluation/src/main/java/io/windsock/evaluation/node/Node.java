package io.windsock.evaluation.node;

import io.windsock.contracts.config.Failure;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An emulated node: JVMs that share one CPU quota, as if they ran on a machine with that share of a
 * processor. One thread owns it.
 */
public final class Node implements AutoCloseable {
  /**
   * The options of a JVM on a node. It sees the machine's processors, whatever the quota is when it
   * starts, so that a node runs the same program under every quota.
   */
  public static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:ActiveProcessorCount=2",
          "-XX:+PerfDisableSharedMem", // its file can stop a JVM while a disk is busy
          "-Xms256m",
          "-Xmx512m",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

  private static final long BYTES_PER_KILOBYTE = 1024;

  private final String name;
  private final CpuGroup group;
  private final List<ChildProcess> processes = new CopyOnWriteArrayList<>();

  Node(String name, CpuGroup group) {
    this.name = name;
    this.group = group;
  }

  /**
   * Creates a node without a quota.
   *
   * @throws MachineFailure if this machine does not allow it
   */
  public static Node create(String name) {
    CpuGroups.cleanUp();
    return new Node(name, CpuGroups.create(name));
  }

  /**
   * Claims this machine for nodes of this process, until the claim is closed: experiments that run
   * at once would spoil each other's measurements.
   *
   * @throws Failure if another process has a claim or nodes
   */
  public static Claim claim() {
    return CpuGroups.claim();
  }

  /** Returns the node's name. */
  public String name() {
    return name;
  }

  /** Starts {@code main} on this node. */
  public ChildProcess start(Class<?> main, List<String> jvmOptions, List<String> args) {
    ChildProcess process = ChildProcess.start(joining(), main, jvmOptions, args);
    processes.add(process);
    return process;
  }

  /**
   * Returns a command that joins the node and then becomes the program of its arguments, for a
   * program that the caller starts and ends.
   */
  public List<String> joining() {
    return group.joining();
  }

  /** Gives the node this many processors. */
  public void limit(double cpus) {
    try {
      group.limit(cpus);
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Removes the node's quota. */
  public void unlimited() {
    limit(CpuGroup.UNLIMITED);
  }

  /**
   * Lets the node have only the processor time that all others leave, or its usual weight again.
   */
  public void giveWay(boolean yields) {
    try {
      group.giveWay(yields);
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Stops the node's processes where they are, as if it had lost its power supply for a while. */
  public void pause() {
    processes.forEach(ChildProcess::pause);
  }

  /** Continues the processes. */
  public void resume() {
    processes.forEach(ChildProcess::resume);
  }

  /**
   * Sets the compiler threads of the node's JVMs apart: they no longer share the quota, and what
   * they use is no longer the node's (decision 95). Called when the JVMs are ready.
   */
  public void setCompilersApart() {
    try {
      for (ChildProcess process : processes) {
        for (long thread : CompilerThreads.of(process.pid())) {
          group.setApart(thread);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Returns what the compilers have used since they were set apart, in µs. */
  public long compilersUs() {
    try {
      return group.apartUs();
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Returns what the node has used since it was created, without compilers that are apart. */
  public NodeUse use() {
    try {
      return group.use();
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Returns the resident memory of all processes, in bytes. */
  public long residentBytes() {
    long kilobytes = 0;
    try {
      for (ChildProcess process : processes) {
        kilobytes += KernelFile.kilobytes(Path.of("/proc/" + process.pid() + "/status"), "VmRSS");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
    return kilobytes * BYTES_PER_KILOBYTE;
  }

  /** Fails if a process of the node has ended. */
  public void check() {
    for (ChildProcess process : processes) {
      if (!process.isAlive()) {
        throw new IllegalStateException("a process of the node " + name + " has ended");
      }
    }
  }

  /**
   * Kills all processes of the node, whoever started them, and deletes the group. Any thread may
   * call it, and more than once.
   */
  public void kill() {
    processes.forEach(ChildProcess::kill);
    try {
      CpuGroups.killMembers(group);
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
    delete();
  }

  /**
   * Kills nodes, whatever one of them throws. Any thread may call it.
   *
   * @throws RuntimeException what the first node threw that could not be killed
   */
  public static void killAll(List<Node> nodes) {
    RuntimeException first = null;
    for (Node node : nodes) {
      try {
        node.kill();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void delete() {
    try {
      group.delete();
    } catch (IOException e) {
      throw new UncheckedIOException("the node " + name, e);
    }
  }

  /** Ends the processes, the last one first, and deletes the group. */
  @Override
  public void close() {
    unlimited();
    resume();
    for (int i = processes.size() - 1; i >= 0; i--) {
      processes.get(i).close();
    }
    delete();
  }
}
