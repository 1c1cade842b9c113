package io.windsock.link.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the pipeline of one site again and again, from the times of the site's own stages. A
 * choice must be made twice in a row before it counts, so that one slow batch changes nothing.
 * Owned by the site's thread.
 */
public final class ShapeControl {
  /** After how many batches it looks at the times. */
  static final int EVERY = 64;

  private final PipelineChooser chooser;
  private final boolean primary;
  private final StageTimes times;
  private PipelineShape shape;
  private @Nullable PipelineShape wanted;
  private int batches;

  /**
   * Creates a control.
   *
   * @param primary whether it is the primary site
   * @param processors the site's processors
   * @param first the pipeline to begin with
   */
  public ShapeControl(boolean primary, int processors, StageTimes times, PipelineShape first) {
    this.primary = primary;
    this.times = times;
    chooser = new PipelineChooser(processors, processors);
    shape = first;
  }

  /** Returns the pipeline in use. */
  public PipelineShape shape() {
    return shape;
  }

  /**
   * A batch has begun. Returns the choice if the pipeline is to change before the next one; null
   * otherwise.
   *
   * @param mostThreads how many threads can share the work on a batch like this one, if there are
   *     processors
   */
  public PipelineChooser.@Nullable Choice batch(int mostThreads) {
    batches++;
    if (batches % EVERY != 0) {
      return null;
    }
    PipelineChooser.Choice choice = chooser.choose(this::oneThreadNs, mostThreads, 0);
    if (choice.shape().equals(shape) || !choice.shape().equals(wanted)) {
      wanted = choice.shape();
      return null;
    }
    shape = choice.shape();
    wanted = null;
    return choice;
  }

  private long oneThreadNs(StageName stage) {
    return stage.primary() == primary ? times.workNs(stage) : 0;
  }
}
