package io.windsock.site.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.serve.ServerConfig;
import org.junit.jupiter.api.Test;

class WatermarkTest {
  private final Watermark mark = new Watermark(new ServerConfig.Watermarks(3, 1));

  @Test
  void shouldAdmitUpToTheHighWatermark() {
    assertThat(mark.admit()).isTrue();
    assertThat(mark.admit()).isTrue();
    assertThat(mark.admit()).isTrue();
    assertThat(mark.admit()).isFalse();
    assertThat(mark.pending()).isEqualTo(3);
  }

  @Test
  void shouldRefuseUntilTheLowWatermarkIsReached() {
    for (int i = 0; i < 4; i++) {
      mark.admit();
    }
    mark.done(1);
    assertThat(mark.admit()).isFalse();
    mark.done(1);
    assertThat(mark.admit()).isTrue();
    assertThat(mark.admit()).isTrue();
    assertThat(mark.admit()).isFalse();
  }

  @Test
  void shouldNotRefuseWhereTheHighWatermarkWasNotExceeded() {
    for (int i = 0; i < 3; i++) {
      mark.admit();
    }
    mark.done(1);
    assertThat(mark.admit()).isTrue();
  }
}
