package io.windsock.evaluation.link;

import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.copier.LinkOrder.Batching;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.stage.Codec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is compared in {@link LinkStages}. */
enum StageSetting {
  /** The source's log alone, the paper's "pri". */
  READ("source, read alone"),
  /** The target's log alone, the paper's "back". */
  WRITE("target, written alone"),
  /** Without adaptive batching, the paper's "async". */
  EACH_POLL("each poll a batch"),
  /** As much as there is at once, the paper's "best effort" (section 3.2). */
  BEST_EFFORT("best effort"),
  /** With it, the paper's "simple batch". */
  ADAPTIVE("adaptive batches"),
  /** With compression alone. */
  COMPRESSION("compression"),
  /** With encryption alone. */
  ENCRYPTION("encryption"),
  /** With both, in two stages, the paper's "batch". */
  TWO_STAGE("two-stage"),
  /** Waiting for each reply. */
  SERIAL("serial"),
  /** Two stages at each site. */
  FINE_GRAINED("fine-grained"),
  /** Two threads for the parts of a batch. */
  MULTI_THREADED("multi-threaded"),
  /** Both. */
  HYBRID("hybrid"),
  /** What the sites choose by the times of the stages. */
  CHOSEN("chosen while running"),
  /** A random load. */
  RANDOM_SERIAL("random load, serial"),
  /** A random load. */
  RANDOM_TWO_STAGE("random load, two-stage"),
  /** A random load. */
  RANDOM_FINE_GRAINED("random load, fine-grained"),
  /** A random load. */
  RANDOM_MULTI_THREADED("random load, multi-threaded"),
  /** A random load. */
  RANDOM_HYBRID("random load, hybrid"),
  /** The interval from 30 ms on. */
  FROM_30("interval from 30 ms"),
  /** The interval from 15 ms on. */
  FROM_15("interval from 15 ms");

  private static final int FROM_15_MS = 15;

  private final String text;

  StageSetting(String text) {
    this.text = text;
  }

  static StageSetting of(String text) {
    return Arrays.stream(values()).filter(it -> it.text.equals(text)).findFirst().orElseThrow();
  }

  /** Returns the name in tables. */
  String text() {
    return text;
  }

  /** Returns how the link copies; null for a log alone. */
  LinkOrder.@Nullable Setting link() {
    LinkOrder.Setting whole = LinkOrder.Setting.standard().with(PipelineKind.TWO_STAGE);
    LinkOrder.Setting plain = whole.with(Codec.PLAIN, false);
    return switch (this) {
      case READ, WRITE -> null;
      case EACH_POLL -> plain.with(Batching.EACH_POLL, 0);
      case BEST_EFFORT -> plain.with(Batching.BEST_EFFORT, 0);
      case ADAPTIVE -> plain;
      case COMPRESSION -> plain.with(Codec.ZSTD, false);
      case ENCRYPTION -> plain.with(Codec.PLAIN, true);
      case TWO_STAGE, RANDOM_TWO_STAGE, FROM_30 -> whole;
      case FROM_15 -> whole.with(Batching.ADAPTIVE, FROM_15_MS);
      case SERIAL, RANDOM_SERIAL -> whole.with(PipelineKind.SERIAL);
      case FINE_GRAINED, RANDOM_FINE_GRAINED -> whole.with(PipelineKind.FINE_GRAINED);
      case MULTI_THREADED, RANDOM_MULTI_THREADED -> whole.with(PipelineKind.MULTI_THREADED);
      case HYBRID, RANDOM_HYBRID -> whole.with(PipelineKind.HYBRID);
      case CHOSEN -> whole.choosing();
    };
  }

  /** Returns whether records go to partitions at random, instead of one after the other to one. */
  boolean random() {
    return switch (this) {
      case RANDOM_SERIAL,
          RANDOM_TWO_STAGE,
          RANDOM_FINE_GRAINED,
          RANDOM_MULTI_THREADED,
          RANDOM_HYBRID ->
          true;
      default -> false;
    };
  }

  /** Returns whether its first batches are traced. */
  boolean traced() {
    return this == FROM_30 || this == FROM_15;
  }
}
