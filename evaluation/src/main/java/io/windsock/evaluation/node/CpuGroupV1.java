package io.windsock.evaluation.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A control group of version 1: one folder of the {@code cpu} controller, one of {@code cpuacct},
 * and beside each another for threads that are set apart.
 */
final class CpuGroupV1 implements CpuGroup {
  private static final String NO_QUOTA = "-1";

  /** What {@code cpu.shares} calls the default weight. */
  private static final long SHARES_PER_WEIGHT = 1024;

  private static final long LEAST_SHARES = 2;
  private static final String SHARES = "cpu.shares";

  private static final String APART = ".apart";

  private final Path cpu;
  private final Path account;
  private final Path cpuApart;
  private final Path accountApart;

  private CpuGroupV1(Path cpu, Path account) {
    this.cpu = cpu;
    this.account = account;
    cpuApart = cpu.resolveSibling(cpu.getFileName() + APART);
    accountApart = account.resolveSibling(account.getFileName() + APART);
  }

  static CpuGroupV1 create(Path root, String name) throws IOException {
    Path cpu = root.resolve("cpu").resolve(name);
    Path account = root.resolve("cpuacct").resolve(name);
    CpuGroupV1 group = new CpuGroupV1(cpu, account);
    for (Path folder : group.folders()) {
      Files.createDirectories(folder);
    }
    KernelFile.write(cpu.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_US));
    group.giveWay(false);
    return group;
  }

  /** Returns the folders in which groups of this version are. */
  static List<Path> parents(Path root) {
    return List.of(root.resolve("cpu"), root.resolve("cpuacct"));
  }

  private List<Path> folders() {
    return List.of(cpu, account, cpuApart, accountApart);
  }

  @Override
  public List<Path> joins() {
    return List.of(cpu.resolve("cgroup.procs"), account.resolve("cgroup.procs"));
  }

  @Override
  public void limit(double cpus) throws IOException {
    String quota = cpus == UNLIMITED ? NO_QUOTA : Long.toString(Math.round(cpus * PERIOD_US));
    KernelFile.write(cpu.resolve("cpu.cfs_quota_us"), quota);
  }

  @Override
  public void giveWay(boolean yields) throws IOException {
    long shares = yields ? LEAST_SHARES : WEIGHT * SHARES_PER_WEIGHT;
    KernelFile.write(cpu.resolve(SHARES), Long.toString(shares));
  }

  @Override
  public void setApart(long thread) throws IOException {
    for (Path folder : List.of(cpuApart, accountApart)) {
      KernelFile.write(folder.resolve("tasks"), Long.toString(thread));
    }
  }

  @Override
  public long apartUs() throws IOException {
    return usageUs(accountApart);
  }

  private static long usageUs(Path account) throws IOException {
    return TimeUnit.NANOSECONDS.toMicros(KernelFile.number(account.resolve("cpuacct.usage")));
  }

  @Override
  public NodeUse use() throws IOException {
    Path stat = cpu.resolve("cpu.stat");
    return new NodeUse(
        usageUs(account),
        KernelFile.number(stat, "nr_periods"),
        KernelFile.number(stat, "nr_throttled"),
        TimeUnit.NANOSECONDS.toMicros(KernelFile.number(stat, "throttled_time")));
  }

  @Override
  public void delete() throws IOException {
    for (Path folder : folders()) {
      Files.deleteIfExists(folder); // two are the same if both controllers share one hierarchy
    }
  }
}
