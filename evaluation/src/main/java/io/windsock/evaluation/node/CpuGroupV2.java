package io.windsock.evaluation.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A control group of version 2. */
final class CpuGroupV2 implements CpuGroup {
  private static final long DEFAULT_WEIGHT = 100;
  private static final long LEAST_WEIGHT = 1;
  private static final String ENABLED = "cgroup.subtree_control";

  private final Path folder;

  private CpuGroupV2(Path folder) {
    this.folder = folder;
  }

  static CpuGroupV2 create(Path root, String name) throws IOException {
    String enabled = Files.readString(root.resolve(ENABLED), StandardCharsets.US_ASCII);
    if (!List.of(enabled.strip().split(" ")).contains("cpu")) {
      KernelFile.write(root.resolve(ENABLED), "+cpu");
    }
    Path folder = Files.createDirectories(root.resolve(name));
    CpuGroupV2 group = new CpuGroupV2(folder);
    group.giveWay(false);
    return group;
  }

  @Override
  public List<Path> joins() {
    return List.of(folder.resolve("cgroup.procs"));
  }

  @Override
  public void limit(double cpus) throws IOException {
    String quota = cpus == UNLIMITED ? "max" : Long.toString(Math.round(cpus * PERIOD_US));
    KernelFile.write(folder.resolve("cpu.max"), quota + " " + PERIOD_US);
  }

  @Override
  public void giveWay(boolean yields) throws IOException {
    long weight = yields ? LEAST_WEIGHT : WEIGHT * DEFAULT_WEIGHT;
    KernelFile.write(folder.resolve("cpu.weight"), Long.toString(weight));
  }

  @Override
  public NodeUse use() throws IOException {
    Path stat = folder.resolve("cpu.stat");
    return new NodeUse(
        KernelFile.number(stat, "usage_usec"),
        KernelFile.number(stat, "nr_periods"),
        KernelFile.number(stat, "nr_throttled"),
        KernelFile.number(stat, "throttled_usec"));
  }

  @Override
  public void delete() throws IOException {
    Files.deleteIfExists(folder);
  }
}
