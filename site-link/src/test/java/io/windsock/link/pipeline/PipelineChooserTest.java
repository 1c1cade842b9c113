package io.windsock.link.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineChooserTest {
  private static final long MS = 1_000_000;

  private static Map<StageName, Long> times(String ms) {
    String[] texts = ms.strip().split(" +", -1);
    Map<StageName, Long> ns = new EnumMap<>(StageName.class);
    for (StageName stage : StageName.values()) {
      ns.put(stage, Long.parseLong(texts[ns.size()]) * MS);
    }
    return ns;
  }

  @ParameterizedTest
  @CsvSource({
    // ms: assemble compress encrypt send | receive decrypt decompress write reply; processors
    "TWO_STAGE, 1 0 0 0 0 0 0 20 0, 8", // writing can't be divided
    "FINE_GRAINED, 10 0 0 10 0 0 10 10 0, 8", // two halves alike, and nothing for several threads
    "MULTI_THREADED, 0 0 20 2 0 4 4 2 0, 8", // one half is nearly all, and divides
    "HYBRID, 2 20 20 2 2 10 10 10 0, 8", // both
    "TWO_STAGE, 2 20 20 2 2 10 10 10 0, 1", // nothing to gain on one processor
  })
  void shouldChooseByStageTimes(PipelineKind expected, String ms, int processors) {
    Map<StageName, Long> ns = times(ms);

    PipelineChooser.Choice choice =
        new PipelineChooser(processors, processors)
            .choose(stage -> ns.getOrDefault(stage, 0L), 2, MS);

    assertThat(choice.shape().kind()).isEqualTo(expected);
    assertThat(choice.reason()).startsWith(choice.shape() + ": ").contains("two-stage");
  }

  @Property(tries = 300)
  void shouldNeverChooseWhatIsSlowerThanTwoStages(@ForAll long seed) {
    Random random = new Random(seed);
    Map<StageName, Long> ns = new EnumMap<>(StageName.class);
    for (StageName stage : StageName.values()) {
      ns.put(stage, random.nextLong(30 * MS));
    }
    PipelineChooser chooser = new PipelineChooser(1 + random.nextInt(8), 1 + random.nextInt(8));

    PipelineChooser.Choice choice = chooser.choose(stage -> ns.getOrDefault(stage, 0L), 2, MS);

    long twoStageNs =
        chooser.periodNs(
            PipelineShape.of(PipelineKind.TWO_STAGE), stage -> ns.getOrDefault(stage, 0L), MS);
    assertThat(choice.periodNs()).isLessThanOrEqualTo(twoStageNs);
    assertThat(choice.shape().kind()).isNotEqualTo(PipelineKind.SERIAL);
  }

  @Test
  void shouldRefuseThreadsThatAPipelineDoesNotHave() {
    assertThatThrownBy(() -> new PipelineShape(PipelineKind.FINE_GRAINED, 2))
        .hasMessage("fine-grained has 1 thread a stage, not 2");
    assertThatThrownBy(() -> new PipelineShape(PipelineKind.HYBRID, 0))
        .hasMessageContaining("0 threads");
  }
}
