package io.windsock.control.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkProgressTest {
  private static final long EXPIRY = 1_000;

  private final LinkProgress progress = new LinkProgress(EXPIRY);

  private static LogPosition log(long end, Map<String, List<Long>> links) {
    return new LogPosition("t", 5, List.of(0L), List.of(end), Map.of(), links);
  }

  @Test
  void shouldFindALinkStuckOnceItHasCopiedNothingForLonger() {
    assertThat(progress.stuck(log(9, Map.of("a", List.of(4L), "b", List.of(4L))), 0)).isEmpty();
    assertThat(progress.stuck(log(9, Map.of("a", List.of(4L), "b", List.of(5L))), 600)).isEmpty();
    assertThat(progress.stuck(log(9, Map.of("a", List.of(4L), "b", List.of(5L))), 1_001))
        .containsExactly("a");
    assertThat(progress.stuck(log(9, Map.of("a", List.of(5L), "b", List.of(5L))), 1_700))
        .containsExactly("b");
  }

  @Test
  void shouldNotFindALinkStuckThatHasCopiedAll() {
    assertThat(progress.stuck(log(9, Map.of("a", List.of(9L))), 0)).isEmpty();
    assertThat(progress.stuck(log(9, Map.of("a", List.of(9L))), 5_000)).isEmpty();
    assertThat(progress.stuck(log(12, Map.of("a", List.of(9L))), 5_500)).isEmpty();
    assertThat(progress.stuck(log(12, Map.of("a", List.of(9L))), 6_001)).containsExactly("a");
  }

  @Test
  void shouldForgetALinkThatIsGone() {
    assertThat(progress.stuck(log(9, Map.of("a", List.of(4L))), 0)).isEmpty();
    assertThat(progress.stuck(log(9, Map.of()), 500)).isEmpty();
    assertThat(progress.stuck(log(9, Map.of("a", List.of(4L))), 1_100)).isEmpty();
  }
}
