package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MemoryFillTest {
  private static final long MB = 1 << 20;

  /** Memory that what is read takes, as far as the test says. */
  private static final class Memory implements MemoryFill.FreeMemory {
    private final AtomicLong free;
    private final long totalMb;
    private final long perLookMb;

    Memory(long totalMb, long freeMb, long perLookMb) {
      this.totalMb = totalMb;
      free = new AtomicLong(freeMb);
      this.perLookMb = perLookMb;
    }

    @Override
    public long total() {
      return totalMb * MB;
    }

    /** A megabyte is read between two looks. */
    @Override
    public long free() {
      return free.getAndAdd(-perLookMb) * MB;
    }
  }

  @Test
  void shouldReadUntilHardlyAnyIsFree() throws IOException {
    try (MemoryFill fill = MemoryFill.start(new Memory(1_000, 520, 1))) {
      assertThat(fill.bytes()).isEqualTo(8 * MB);
      assertThat(fill.text()).startsWith("kept in use");
    }
  }

  @Test
  void shouldReadFurtherWhenMemoryIsFreedAgain() throws IOException {
    Memory memory = new Memory(1_000, 100, 1);
    try (MemoryFill fill = MemoryFill.start(memory)) {
      assertThat(fill.bytes()).isZero();
      memory.free.set(530);
      await().untilAsserted(() -> assertThat(fill.bytes()).isEqualTo(18 * MB));
    }
  }

  /** As where reading a hole takes no memory. */
  @Test
  void shouldGiveUpWhenReadingTakesNoMemory() throws IOException {
    try (MemoryFill fill = MemoryFill.start(new Memory(20, 600, 0))) {
      assertThat(fill.text()).startsWith("not filled: the folder for temporary files is no disk");
    }
  }

  @Test
  void shouldNotFillALargeMachine() throws IOException {
    try (MemoryFill fill = MemoryFill.start(new Memory(65 << 10, 60 << 10, 0))) {
      assertThat(fill.bytes()).isZero();
      assertThat(fill.text()).startsWith("not filled: there is too much");
    }
  }
}
