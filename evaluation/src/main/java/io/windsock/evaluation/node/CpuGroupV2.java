package io.windsock.evaluation.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A control group of version 2. Its processes are in a part of it that is limited; threads that are
 * set apart are in another one. Both are threaded, as the kernel calls it, so that a process can
 * have threads in both.
 */
final class CpuGroupV2 implements CpuGroup {
  private static final long DEFAULT_WEIGHT = 100;
  private static final long LEAST_WEIGHT = 1;
  private static final String ENABLED = "cgroup.subtree_control";
  private static final String STAT = "cpu.stat";
  private static final String PROCESSES = "cgroup.procs";

  private final Path folder;
  private final Path work;
  private final Path apart;

  private CpuGroupV2(Path folder) {
    this.folder = folder;
    work = folder.resolve("work");
    apart = folder.resolve("apart");
  }

  static CpuGroupV2 create(Path root, String name) throws IOException {
    enableIn(root);
    CpuGroupV2 group = new CpuGroupV2(Files.createDirectories(root.resolve(name)));
    for (Path part : List.of(group.work, group.apart)) {
      Files.createDirectories(part);
      KernelFile.write(part.resolve("cgroup.type"), "threaded");
    }
    enableIn(group.folder);
    group.giveWay(false);
    return group;
  }

  private static void enableIn(Path parent) throws IOException {
    String enabled = Files.readString(parent.resolve(ENABLED), StandardCharsets.US_ASCII);
    if (!List.of(enabled.strip().split(" ")).contains("cpu")) {
      KernelFile.write(parent.resolve(ENABLED), "+cpu");
    }
  }

  @Override
  public List<Path> joins() {
    return List.of(folder.resolve(PROCESSES), work.resolve(PROCESSES));
  }

  @Override
  public void limit(double cpus) throws IOException {
    String quota = cpus == UNLIMITED ? "max" : Long.toString(Math.round(cpus * PERIOD_US));
    KernelFile.write(work.resolve("cpu.max"), quota + " " + PERIOD_US);
  }

  @Override
  public void giveWay(boolean yields) throws IOException {
    long weight = yields ? LEAST_WEIGHT : WEIGHT * DEFAULT_WEIGHT;
    KernelFile.write(folder.resolve("cpu.weight"), Long.toString(weight));
  }

  @Override
  public void setApart(long thread) throws IOException {
    KernelFile.write(apart.resolve("cgroup.threads"), Long.toString(thread));
  }

  @Override
  public long apartUs() throws IOException {
    return usageUs(apart.resolve(STAT));
  }

  private static long usageUs(Path stat) throws IOException {
    return KernelFile.number(stat, "usage_usec");
  }

  @Override
  public NodeUse use() throws IOException {
    Path stat = work.resolve(STAT);
    return new NodeUse(
        usageUs(stat),
        KernelFile.number(stat, "nr_periods"),
        KernelFile.number(stat, "nr_throttled"),
        KernelFile.number(stat, "throttled_usec"));
  }

  @Override
  public void delete() throws IOException {
    for (Path each : List.of(work, apart, folder)) {
      Files.deleteIfExists(each);
    }
  }
}
