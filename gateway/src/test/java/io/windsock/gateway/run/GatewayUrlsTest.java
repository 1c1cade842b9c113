package io.windsock.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayUrlsTest {
  private final GatewayUrls urls = new GatewayUrls();

  @Test
  void shouldRememberThoseThatAreGone() {
    assertThat(urls.with(List.of("http://a", "http://b"), 0))
        .containsExactly("http://a", "http://b");
    assertThat(urls.with(List.of("http://b"), 1)).containsExactly("http://b", "http://a");
    assertThat(urls.with(List.of(), GatewayUrls.KEPT_NS + 1)).containsExactly("http://b");
    assertThat(urls.with(List.of(), GatewayUrls.KEPT_NS + 2)).isEmpty();
  }

  @Test
  void shouldForgetThoseOfLongestAgoBeyondItsBound() {
    for (int i = 0; i < 2 * GatewayUrls.MAX; i++) {
      assertThat(urls.with(List.of("http://g" + i), i)).hasSizeLessThanOrEqualTo(GatewayUrls.MAX);
    }
    assertThat(urls.with(List.of(), 1_000))
        .hasSize(GatewayUrls.MAX)
        .contains("http://g127")
        .doesNotContain("http://g0");
  }
}
