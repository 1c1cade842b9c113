package io.windsock.evaluation.machine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.Failure;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @Test
  void shouldNameTheNeedTheFolderWhatItHasAndTheRemedy(@TempDir Path folder) {
    assertThatThrownBy(() -> DiskSpace.check(folder, 1e9))
        .isInstanceOf(Failure.class)
        .hasMessageMatching(
            "brokers need 1000000000 GB for temporary files, and "
                + folder
                + " has [0-9]+\\.[0-9] GB: .*-Djava\\.io\\.tmpdir=FOLDER");
  }

  @Test
  void shouldNameAFolderThatDoesNotExist(@TempDir Path folder) {
    Path none = folder.resolve("none");

    assertThatThrownBy(() -> DiskSpace.check(none, 0))
        .isInstanceOf(Failure.class)
        .hasMessageContaining(none + ", does not exist");
  }

  @Test
  void shouldAcceptAFolderWithSpace(@TempDir Path folder) {
    assertThatCode(() -> DiskSpace.check(folder, 1e-9)).doesNotThrowAnyException();
  }
}
