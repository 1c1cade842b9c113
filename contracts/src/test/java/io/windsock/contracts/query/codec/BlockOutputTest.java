package io.windsock.contracts.query.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BlockOutputTest {
  private final BlockOutput output = new BlockOutput();

  /** Returns the memory behind a block of an item of so many bytes. */
  private int memory(int bytes) {
    output.item().skip(bytes);
    BatchBlock block = output.take();
    assertThat(block.count()).isEqualTo(1);
    assertThat(block.bytes()).isBetween(bytes, bytes + 5);
    return block.buffers().get(0).array().length;
  }

  @Test
  void shouldBeginWithAsMuchMemoryAsTheLastBlockNeeded() {
    assertThat(memory(100)).isEqualTo(1 << 10);
    memory(50_000);

    assertThat(memory(50_000)).isBetween(50_000, 50_010);
  }

  /** Else each answer after a burst clears 256 KiB, which takes longer than to answer. */
  @Test
  void shouldNotBeginWithMuchMemoryForLongAfterABigBlock() {
    memory(1 << 20);
    assertThat(memory(100)).isEqualTo(256 << 10);

    for (int i = 0; i < 10; i++) {
      memory(100);
    }

    assertThat(memory(100)).isEqualTo(1 << 10);
  }

  @Test
  void shouldKeepRoomForABigBlockAmongSmallOnes() {
    memory(64_000);
    memory(100);

    assertThat(memory(60_000)).isBetween(60_000, 130_000);
  }
}
