package io.windsock.site.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.query.EncodingQueue.Place;
import io.windsock.site.query.EncodingQueue.Wanted;
import io.windsock.site.query.ViewCache.Variant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EncodingQueueTest {
  private static final Wanted EGLL = wanted("EGLL");
  private static final Wanted CYYZ = wanted("CYYZ");

  private final EncodingQueue queue = new EncodingQueue();

  private static Wanted wanted(String group) {
    return new Wanted(new ViewGroup(0, group), new Variant(ViewQuery.ALL, ViewForm.JSON));
  }

  private Place join(Wanted wanted) {
    return queue.join(wanted, () -> null);
  }

  @Test
  void shouldHaveTheFirstRequestStartWhatAllJoin() {
    Place first = join(EGLL);
    Place second = join(EGLL);
    Place other = join(CYYZ);

    assertThat(first.created()).isTrue();
    assertThat(first.mustStart()).isTrue();
    assertThat(second).isEqualTo(new Place(first.result(), false, false));
    assertThat(other.mustStart()).isTrue();
    assertThat(other.result()).isNotSameAs(first.result());
  }

  @Test
  void shouldFollowAnEncodingByOneForAllThatCameTooLate() {
    Place first = join(EGLL);
    assertThat(queue.begin(EGLL, result -> {})).isSameAs(first.result());
    Place second = join(EGLL);
    Place third = join(EGLL);

    assertThat(second.created()).isTrue();
    assertThat(second.mustStart()).as("one is in progress").isFalse();
    assertThat(third).isEqualTo(new Place(second.result(), false, false));
    assertThat(queue.end(EGLL)).as("another must be started").isTrue();
    assertThat(join(EGLL).result()).as("it has not begun").isSameAs(second.result());
    assertThat(queue.begin(EGLL, result -> {})).isSameAs(second.result());
    assertThat(queue.end(EGLL)).isFalse();
    assertThat(join(EGLL).mustStart()).isTrue();
  }

  @Test
  void shouldJoinWhatTheCurrentVersionHas() {
    CompletableFuture<EncodedView> current = new CompletableFuture<>();
    assertThat(queue.join(EGLL, () -> current)).isEqualTo(new Place(current, false, false));
    assertThat(join(EGLL).mustStart()).as("nothing was queued").isTrue();
  }

  @Test
  void shouldForgetWhatWasRefused() {
    Place first = join(EGLL);
    assertThat(queue.refused(EGLL)).isSameAs(first.result());
    Place again = join(EGLL);
    assertThat(again.mustStart()).isTrue();
    assertThat(again.result()).isNotSameAs(first.result());
  }
}
