package io.windsock.evaluation.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With files in the kernel's place, for machines whose control groups are of version 1. */
class CpuGroupV2Test {
  private static final String NAME = "windsock-1-node";
  private static final String ENABLED = "cgroup.subtree_control";

  private final Path root;
  private final Path folder;

  CpuGroupV2Test(@TempDir Path root) {
    this.root = root;
    folder = root.resolve(NAME);
  }

  @BeforeEach
  void setUp() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(root.resolve(ENABLED), "cpu memory\n");
    Files.writeString(folder.resolve(ENABLED), "\n");
  }

  private String content(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }

  @Test
  void shouldHaveThreadedPartsThatTheProcessorIsDividedAmong() throws IOException {
    CpuGroupV2.create(root, NAME);

    assertThat(content("work/cgroup.type")).isEqualTo("threaded");
    assertThat(content("apart/cgroup.type")).isEqualTo("threaded");
    assertThat(content(ENABLED)).isEqualTo("+cpu");
    assertThat(Files.readString(root.resolve(ENABLED))).isEqualTo("cpu memory\n");
  }

  @Test
  void shouldLimitTheWorkAndNotWhatIsApart() throws IOException {
    CpuGroup group = CpuGroupV2.create(root, NAME);

    group.limit(0.5);
    group.setApart(77);

    assertThat(content("work/cpu.max")).isEqualTo("10000 20000");
    assertThat(content("apart/cgroup.threads")).isEqualTo("77");
    assertThat(folder.resolve("apart/cpu.max")).doesNotExist();
  }

  @Test
  void shouldJoinTheWorkThroughTheWholeGroup() throws IOException {
    assertThat(CpuGroupV2.create(root, NAME).joins())
        .containsExactly(folder.resolve("cgroup.procs"), folder.resolve("work/cgroup.procs"));
  }

  @Test
  void shouldCountWhatIsApartForItself() throws IOException {
    CpuGroup group = CpuGroupV2.create(root, NAME);
    Files.writeString(
        folder.resolve("work/cpu.stat"),
        "usage_usec 5000\nnr_periods 4\nnr_throttled 2\nthrottled_usec 30\n");
    Files.writeString(folder.resolve("apart/cpu.stat"), "usage_usec 700\n");

    assertThat(group.use()).isEqualTo(new NodeUse(5000, 4, 2, 30));
    assertThat(group.apartUs()).isEqualTo(700);
  }
}
