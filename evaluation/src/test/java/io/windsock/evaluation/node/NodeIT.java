package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where control groups can't be created, all that can be tested is that users learn what to do. */
class NodeIT {
  private static boolean refused() {
    try (Node node = Node.create("probe")) {
      node.limit(1);
      return false;
    } catch (MachineFailure e) {
      assertThat(e).hasMessageContaining("run experiments as root").hasMessageContaining("cgroup");
      return true;
    }
  }

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long PERIODS = 50;
  private static final long SECOND_US = 1_000_000;

  /** Uses a whole processor until its standard input ends. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] args) throws IOException {
      Thread spinning =
          new Thread(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  Thread.onSpinWait();
                }
              });
      spinning.setDaemon(true);
      spinning.start();
      System.out.println("ready");
      while (System.in.read() >= 0) {
        // Only the end matters.
      }
      System.exit(0);
    }
  }

  private static ChildProcess busy(Node node) {
    ChildProcess process = node.start(Busy.class, List.of("-XX:TieredStopAtLevel=1"), List.of());
    process.await("ready");
    return process;
  }

  @Test
  void shouldLimitAndCountProcessorTime() {
    if (refused()) {
      return;
    }
    try (Node node = Node.create("limited")) {
      busy(node);
      node.limit(0.2);
      NodeUse before = node.use();
      await().atMost(PATIENCE).until(() -> node.use().since(before).periods() >= PERIODS);
      NodeUse used = node.use().since(before);

      // The periods are counted by the kernel, so this holds however busy the machine is.
      double most = 0.2 * CpuGroup.PERIOD_US * (used.periods() + 2);
      assertThat((double) used.cpuUs()).isPositive().isLessThan(1.2 * most);
      assertThat(used.throttled()).isPositive();
      assertThat(used.throttledUs()).isPositive();
    }
  }

  @Test
  void shouldSetCompilersApart() throws IOException {
    if (refused()) {
      return;
    }
    try (Node node = Node.create("compiling")) {
      long pid = busy(node).pid();
      List<Long> compilers = CompilerThreads.of(pid);
      assertThat(compilers).isNotEmpty();
      assertThat(compilers).allMatch(thread -> !isApart(pid, thread));

      node.setCompilersApart();

      assertThat(compilers).allMatch(thread -> isApart(pid, thread));
      assertThat(isApart(pid, pid)).isFalse();
      NodeUse before = node.use();
      await().atMost(PATIENCE).until(() -> node.use().since(before).cpuUs() > SECOND_US);
      assertThat(node.compilersUs()).isBetween(0L, SECOND_US); // a loop is compiled once
    }
  }

  private static boolean isApart(long pid, long thread) {
    try {
      Path groups = Path.of("/proc/" + pid + "/task/" + thread + "/cgroup");
      return Files.readString(groups).contains("apart");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldGetWhatOthersLeave() {
    if (refused()) {
      return;
    }
    List<Node> usual = new ArrayList<>();
    try (Node beside = Node.create("beside")) {
      busy(beside);
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        usual.add(Node.create("usual-" + i));
        busy(usual.get(i));
      }

      beside.giveWay(true); // now that it runs: a JVM would take minutes to start so
      assertThat(share(beside, usual)).isLessThan(0.25);
      beside.giveWay(false);
      assertThat(share(beside, usual)).isGreaterThan(0.25);
    } finally {
      usual.forEach(Node::close);
    }
  }

  /** Returns how much a node uses of what the other that uses least does, while that is 1 s. */
  private static double share(Node node, List<Node> others) {
    NodeUse before = node.use();
    List<NodeUse> othersBefore = others.stream().map(Node::use).toList();
    await().atMost(PATIENCE).until(() -> leastUs(others, othersBefore) >= SECOND_US);
    return (double) node.use().since(before).cpuUs() / leastUs(others, othersBefore);
  }

  private static long leastUs(List<Node> nodes, List<NodeUse> before) {
    return IntStream.range(0, nodes.size())
        .mapToLong(i -> nodes.get(i).use().since(before.get(i)).cpuUs())
        .min()
        .orElseThrow();
  }

  @Test
  void shouldReportResidentMemory() {
    try (Node node = Node.create("resident")) {
      assertThat(node.residentBytes()).isZero();
      busy(node);
      assertThat(node.residentBytes()).isBetween(10L << 20, 1L << 30);
    }
  }

  @Test
  void shouldStandStillWhilePaused() throws InterruptedException {
    if (refused()) {
      return;
    }
    try (Node node = Node.create("paused")) {
      busy(node);
      node.pause();
      await().atMost(PATIENCE).until(() -> usedWithin200Ms(node) == 0); // signals take a moment
      NodeUse before = node.use();
      assertThat(usedWithin200Ms(node)).isZero();

      node.resume();
      await().atMost(PATIENCE).until(() -> node.use().since(before).cpuUs() > 0);
    }
  }

  private static long usedWithin200Ms(Node node) throws InterruptedException {
    NodeUse before = node.use();
    Thread.sleep(200); // what is shown is that nothing happens meanwhile
    return node.use().since(before).cpuUs();
  }

  @Test
  void shouldLeaveNothingBehind() throws IOException {
    if (refused()) {
      return;
    }
    ChildProcess process;
    try (Node node = Node.create("closed")) {
      process = busy(node);
      node.pause();
    }

    assertThat(process.isAlive()).isFalse();
    assertThat(groups()).noneMatch(name -> name.endsWith("-closed"));
  }

  private static List<String> groups() throws IOException {
    try (Stream<Path> folders = Files.walk(Path.of("/sys/fs/cgroup"), 2)) {
      return folders.map(folder -> folder.getFileName().toString()).toList();
    }
  }
}
