package io.windsock.link.pipeline;

import io.windsock.link.batch.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * Chooses the pipeline whose period, the time from one batch to the next, is shortest by the stage
 * times measured. A pipeline with more threads must promise to be at least {@link #WORTH} faster.
 * Pure.
 */
public final class PipelineChooser {
  /** By which share a pipeline must beat one with fewer threads. */
  static final double WORTH = 0.1;

  /** What handing a batch from thread to thread costs, ns. */
  private static final long HAND_OVER_NS = 20_000;

  private static final double NS_PER_MS = 1e6;

  private final int primaryProcessors;
  private final int backupProcessors;

  /**
   * What was chosen.
   *
   * @param shape the pipeline
   * @param periodNs its period by the stage times, ns
   * @param reason why, in words
   */
  public record Choice(PipelineShape shape, long periodNs, String reason) {}

  /**
   * Creates a chooser.
   *
   * @param primaryProcessors the processors of the primary site
   * @param backupProcessors those of the backup site
   */
  public PipelineChooser(int primaryProcessors, int backupProcessors) {
    this.primaryProcessors = primaryProcessors;
    this.backupProcessors = backupProcessors;
  }

  /**
   * Chooses from the time that each stage takes for a batch on one thread, ns.
   *
   * @param mostThreads how many threads can share the work on a batch, if there are processors
   * @param roundTripNs how long a frame and its reply are on their way
   */
  public Choice choose(ToLongFunction<StageName> stageNs, int mostThreads, long roundTripNs) {
    PipelineShape best = PipelineShape.of(PipelineKind.TWO_STAGE);
    long bestNs = periodNs(best, stageNs, roundTripNs);
    long simplestNs = bestNs;
    for (PipelineShape shape : shapes(mostThreads)) {
      long ns = periodNs(shape, stageNs, roundTripNs);
      if (ns < (1 - WORTH) * bestNs) {
        best = shape;
        bestNs = ns;
      }
    }
    return new Choice(best, bestNs, reason(best, bestNs, simplestNs, stageNs));
  }

  /** Returns what there is to choose from; those with more threads come later. */
  private List<PipelineShape> shapes(int mostThreads) {
    int processors = Math.max(primaryProcessors, backupProcessors);
    int most = Math.min(mostThreads, Math.min(processors, BatchLimits.MAX_PARTS));
    List<PipelineShape> shapes = new ArrayList<>();
    for (PipelineKind kind : PipelineKind.values()) {
      if (!kind.wide()) {
        shapes.add(PipelineShape.of(kind));
      }
    }
    for (int threads = PipelineShape.USUAL_THREADS; threads <= most; threads++) {
      shapes.add(new PipelineShape(PipelineKind.MULTI_THREADED, threads));
      shapes.add(new PipelineShape(PipelineKind.HYBRID, threads));
    }
    return shapes;
  }

  private static String reason(
      PipelineShape best, long bestNs, long simplestNs, ToLongFunction<StageName> stageNs) {
    StageName longest = StageName.ASSEMBLE;
    for (StageName stage : StageName.values()) {
      if (stageNs.applyAsLong(stage) > stageNs.applyAsLong(longest)) {
        longest = stage;
      }
    }
    return String.format(
        Locale.ROOT,
        "%s: %.2f ms a batch, two-stage %.2f ms; the longest stage is %s with %.2f ms",
        best,
        bestNs / NS_PER_MS,
        simplestNs / NS_PER_MS,
        longest.label(),
        stageNs.applyAsLong(longest) / NS_PER_MS);
  }

  /** Returns the period of a pipeline by the stage times, ns. */
  public long periodNs(PipelineShape shape, ToLongFunction<StageName> stageNs, long roundTripNs) {
    long primary = siteNs(shape, true, primaryProcessors, stageNs);
    long backup = siteNs(shape, false, backupProcessors, stageNs);
    return shape.waitsForReply() ? primary + backup + roundTripNs : Math.max(primary, backup);
  }

  private static long siteNs(
      PipelineShape shape, boolean primary, int processors, ToLongFunction<StageName> stageNs) {
    long firstNs = 0;
    long secondNs = 0;
    long workNs = 0;
    for (StageName stage : StageName.values()) {
      if (stage.primary() == primary) {
        long ns = stageNs.applyAsLong(stage);
        workNs += ns;
        long takesNs = stage.parallel() ? ns / shape.threads() : ns;
        if (stage.first()) {
          firstNs += takesNs;
        } else {
          secondNs += takesNs;
        }
      }
    }
    boolean deep = shape.kind().depth() > 1;
    long periodNs = deep ? Math.max(firstNs, secondNs) : firstNs + secondNs;
    long handOvers = (shape.threads() - 1L) * 2 + (deep ? 1 : 0);
    return Math.max(periodNs, workNs / processors) + handOvers * HAND_OVER_NS;
  }
}
