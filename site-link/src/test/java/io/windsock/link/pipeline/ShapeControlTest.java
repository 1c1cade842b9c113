package io.windsock.link.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShapeControlTest {
  private static final long MS = 1_000_000;
  private static final PipelineShape TWO_STAGE = PipelineShape.of(PipelineKind.TWO_STAGE);

  private final StageTimes times = new StageTimes();
  private final ShapeControl control = new ShapeControl(true, 4, times, TWO_STAGE);

  private List<PipelineChooser.Choice> run(int batches) {
    List<PipelineChooser.Choice> choices = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      PipelineChooser.Choice choice = control.batch(64);
      if (choice != null) {
        choices.add(choice);
      }
    }
    return choices;
  }

  private static PipelineChooser.@Nullable Choice lastOf(
      ShapeControl control, int batches, int mostThreads) {
    PipelineChooser.@Nullable Choice choice = null;
    for (int i = 0; i < batches; i++) {
      choice = control.batch(mostThreads);
    }
    return choice;
  }

  @Test
  void shouldChangeOnceWhenTheTimesStayAsTheyAre() {
    times.add(StageName.COMPRESS, 20 * MS);
    times.add(StageName.ENCRYPT, 2 * MS);

    List<PipelineChooser.Choice> choices = run(10 * ShapeControl.EVERY);

    assertThat(choices).hasSize(1);
    assertThat(choices.get(0).shape())
        .as("as many threads as processors")
        .isEqualTo(new PipelineShape(PipelineKind.MULTI_THREADED, 4));
    assertThat(choices.get(0).reason()).contains("the longest stage is compress");
    assertThat(control.shape()).isEqualTo(choices.get(0).shape());
  }

  @Test
  void shouldNotChangeForOneLook() {
    times.add(StageName.COMPRESS, 20 * MS);
    assertThat(run(ShapeControl.EVERY)).isEmpty();
    for (int i = 0; i < 200; i++) {
      times.add(StageName.COMPRESS, MS / 100);
    }

    assertThat(run(4 * ShapeControl.EVERY)).isEmpty();
    assertThat(control.shape()).isEqualTo(TWO_STAGE);
  }

  @Test
  void shouldNotCountThreadsThatHadNothingToDo() {
    PipelineShape wide = new PipelineShape(PipelineKind.MULTI_THREADED, 4);
    ShapeControl backup = new ShapeControl(false, 8, times, wide);
    times.add(StageName.DECRYPT, 20 * MS, 1, 4);

    PipelineChooser.@Nullable Choice choice = lastOf(backup, 2 * ShapeControl.EVERY, 1);

    assertThat(choice).isNotNull();
    assertThat(choice.shape()).isEqualTo(TWO_STAGE);
    assertThat(choice.reason()).contains("decrypt with 20.00 ms");
  }

  @Test
  void shouldDivideWhatComesInPieces() {
    ShapeControl backup = new ShapeControl(false, 8, times, TWO_STAGE);
    times.add(StageName.DECRYPT, 20 * MS, 4, 1);

    PipelineChooser.@Nullable Choice choice = lastOf(backup, 2 * ShapeControl.EVERY, 4);

    assertThat(choice).isNotNull();
    assertThat(choice.shape())
        .as("a thread for each piece")
        .isEqualTo(new PipelineShape(PipelineKind.MULTI_THREADED, 4));
  }

  @Test
  void shouldLookAtItsOwnSiteAlone() {
    times.add(StageName.DECOMPRESS, 50 * MS);

    assertThat(run(4 * ShapeControl.EVERY)).isEmpty();
  }
}
