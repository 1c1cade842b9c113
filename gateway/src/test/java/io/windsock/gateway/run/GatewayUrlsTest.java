package io.windsock.gateway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayUrlsTest {
  private static final long LATER = 3 * GatewayUrls.KEPT_NS;

  private final GatewayUrls urls = new GatewayUrls();

  @Test
  void shouldRememberThoseThatAreGone() {
    urls.running(List.of("http://a", "http://b"), 0);
    assertThat(urls.with(List.of("http://b"), 1)).containsExactly("http://b", "http://a");

    urls.running(List.of("http://b"), LATER);
    assertThat(urls.with(List.of(), LATER + 1)).containsExactly("http://b", "http://a");
    assertThat(urls.with(List.of(), LATER + GatewayUrls.KEPT_NS + 1)).containsExactly("http://b");
  }

  @Test
  void shouldForgetThoseOfLongestAgoBeyondItsBound() {
    for (int i = 0; i < 2 * GatewayUrls.MAX; i++) {
      urls.running(List.of("http://g" + i), i);
    }
    urls.running(List.of(), 1_000);
    assertThat(urls.with(List.of(), 1_001))
        .hasSize(GatewayUrls.MAX)
        .contains("http://g127")
        .doesNotContain("http://g0");
  }
}
