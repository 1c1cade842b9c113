package io.windsock.evaluation.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A control group of the kernel that limits and counts the processor time of its processes. One
 * thread owns it.
 */
interface CpuGroup {
  /**
   * The length of a period, in µs. The kernel's default, 100 ms, would stop a node for up to 100 ms
   * at a time and so dominate its latencies.
   */
  long PERIOD_US = 20_000;

  /**
   * How much more a group's processes weigh than others when processors are short, so that a node
   * gets its quota whatever the load generators do.
   */
  long WEIGHT = 10;

  /** The quota that stands for none. */
  double UNLIMITED = Double.POSITIVE_INFINITY;

  /** Returns the files to which a process writes its id to join the group. */
  List<Path> joins();

  /** Returns a command that joins the group and then becomes the program of its arguments. */
  default List<String> joining() {
    String joins =
        joins().stream()
            .map(Path::toString)
            .map(file -> "echo $$ > " + file + " && ")
            .collect(Collectors.joining());
    return List.of("/bin/sh", "-c", joins + "exec \"$@\"", "sh");
  }

  /**
   * Limits the processes of the group together.
   *
   * @param cpus processors; {@link #UNLIMITED} for no limit
   */
  void limit(double cpus) throws IOException;

  /**
   * Lets the processes have only what all others leave, or their usual weight again.
   *
   * @param yields whether they give way to all others
   */
  void giveWay(boolean yields) throws IOException;

  /** Takes a thread of one of its processes out of the limit, and of what the group uses. */
  void setApart(long thread) throws IOException;

  /** Returns what the group has used since it was created. */
  NodeUse use() throws IOException;

  /** Returns what the threads that were set apart have used since then, in µs. */
  long apartUs() throws IOException;

  /** Deletes the group, which must have no process left. */
  void delete() throws IOException;
}
