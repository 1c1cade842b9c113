package io.windsock.site.join;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskRoomTest {
  private static final long MIB = 1 << 20;

  @Test
  void shouldSayWhatAJoinNeedsAndWhatThereIs() {
    assertThatThrownBy(() -> DiskRoom.require(Path.of("/data/m1"), 37_638_144, 6_077_284))
        .isInstanceOf(JoinException.class)
        .hasMessage(
            "a join needs 69.8 MiB in '/data/m1', 5.8 MiB for the snapshot and 64.0 MiB to spare,"
                + " and 35.9 MiB are free: make room, or move the site's --data to a larger disk");
  }

  @Test
  void shouldTakeASnapshotThatJustFits() {
    assertThatCode(() -> DiskRoom.require(Path.of("/data/m1"), 65 * MIB, MIB))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> DiskRoom.require(Path.of("/data/m1"), 65 * MIB - 1, MIB))
        .isInstanceOf(JoinException.class);
  }
}
