package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.testbed.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CpuGroupsTest {
  private final Path members;

  CpuGroupsTest(@TempDir Path folder) {
    members = folder.resolve("cgroup.procs");
  }

  @Test
  void shouldReturnAGroupThatAProcessHasJoined() throws IOException {
    Given group = new Given(members);

    assertThat(CpuGroups.joinable(group)).isSameAs(group);

    assertThat(members).content().matches("[0-9]+\n");
    assertThat(group.deleted).isZero();
  }

  @Test
  void shouldDeleteAGroupThatNoProcessCanJoin() {
    Given group = new Given(members.resolve("no-file"));

    assertThatThrownBy(() -> CpuGroups.joinable(group))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("can't join it")
        .hasMessageContaining(members.resolve("no-file").toString());

    assertThat(group.deleted).isEqualTo(1);
  }

  @Test
  void shouldFindAnotherProcessThatHasGroups() {
    long self = ProcessHandle.current().pid();
    try (ChildProcess other = ChildProcess.start(NodeIT.Busy.class, List.of(), List.of())) {
      other.await("ready");

      assertThat(other(self + "-central", other.pid() + "-central")).hasValue(other.pid());
      assertThat(other(self + "-central", "x-central", "")).isEmpty();
      other.kill();
      assertThat(other(other.pid() + "-central")).isEmpty();
    }
  }

  private static OptionalLong other(String... names) {
    return CpuGroups.otherOwner(
        Stream.of(names).map(name -> Path.of("/sys/fs/cgroup/windsock-" + name)));
  }

  @Test
  void shouldKillTheOtherNodesWhereOneCannotBeKilled() throws Exception {
    Given first = new Given(members.resolve("no-file"));
    first.fault = true;
    Process process = new ProcessBuilder("sleep", "600").start();
    Files.writeString(members, process.pid() + "\n");
    Given second = new Given(members);

    assertThatThrownBy(
            () -> Node.killAll(List.of(new Node("first", first), new Node("second", second))))
        .hasMessageContaining("the node first");

    assertThat(second.deleted).isEqualTo(1);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
  }

  /** The process's parent never asks how it ended, as process 1 of a container may not. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldNotWaitForAParentToNoticeTheEndOfAKilledProcess() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
    try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8)) {
      long child = Long.parseLong(String.valueOf(said.readLine()));
      Files.writeString(members, child + "\n");

      CpuGroups.killMembers(new Given(members));

      assertThat(Path.of("/proc/" + child + "/stat")).content().contains(" Z ");
    } finally {
      parent.destroyForcibly();
    }
  }

  /** A group of the processes in a file. */
  private static final class Given implements CpuGroup {
    private final Path members;
    private boolean fault;
    private int deleted;

    Given(Path members) {
      this.members = members;
    }

    @Override
    public List<Path> joins() {
      return List.of(members);
    }

    @Override
    public void limit(double cpus) {}

    @Override
    public void giveWay(boolean yields) {}

    @Override
    public void setApart(long thread) {}

    @Override
    public long apartUs() {
      return 0;
    }

    @Override
    public NodeUse use() {
      return new NodeUse(0, 0, 0, 0);
    }

    @Override
    public void delete() throws IOException {
      if (fault) {
        throw new IOException("Device or resource busy");
      }
      deleted++;
    }
  }
}
