package io.windsock.site.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.wire.SiteSample;
import io.windsock.site.testing.AppliedLog;
import io.windsock.site.testing.SampleOf;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which sites another one knows of, by what was heard and when. */
class NeighboursTest {
  private static final long NOW = 1_000_000;

  private final Neighbours neighbours = new Neighbours(AppliedLog.TOPIC);

  private void hear(String name, long atMs, Consumer<SiteSample> change) {
    SiteSample sample = SampleOf.site(name);
    sample.setUrl("http://" + name);
    change.accept(sample);
    neighbours.add(sample, atMs);
  }

  @Test
  void shouldKnowNobodyAtFirst() {
    assertThat(neighbours.urls()).isEmpty();
  }

  @Test
  void shouldNameLiveSitesOfTheTopicThatCanBeReached() {
    hear("a", NOW, sample -> {});
    hear("joining", NOW, sample -> sample.setPhase("JOINING"));
    hear("closed", NOW, sample -> sample.setPhase("CLOSED"));
    hear("topic", NOW, sample -> sample.setTopic("another"));
    hear("epoch", NOW, sample -> sample.setTokenEpoch(AppliedLog.TOPIC.epoch() + 1));
    hear("noUrl", NOW, sample -> sample.setUrl("http://[no host"));
    hear("b", NOW, sample -> {});

    assertThat(neighbours.urls()).containsExactly("http://a", "http://b");
  }

  @Test
  void shouldGoByTheLastSampleOfASite() {
    hear("a", NOW, sample -> {});
    hear("a", NOW + 1, sample -> sample.setUrl("http://moved"));
    assertThat(neighbours.urls()).containsExactly("http://moved");

    hear("a", NOW + 2, sample -> sample.setPhase("CLOSED"));
    assertThat(neighbours.urls()).isEmpty();
  }

  @Test
  void shouldKnowOthersAlthoughABrokersClockWentBack() {
    hear("gone", NOW + 60_000, sample -> {});
    hear("a", NOW, sample -> {});
    hear("b", NOW + 1, sample -> {});

    assertThat(neighbours.urls()).containsExactly("http://a", "http://b");
  }

  @Test
  void shouldKeepAllThatWereHeardLastAndForgetTheSilent() {
    hear("a", NOW, sample -> {});
    hear("b", NOW + Neighbours.RECENT_MS, sample -> {});
    assertThat(neighbours.urls()).containsExactly("http://a", "http://b");

    hear("b", NOW + Neighbours.RECENT_MS + 1, sample -> {});
    assertThat(neighbours.urls()).containsExactly("http://b");
  }
}
