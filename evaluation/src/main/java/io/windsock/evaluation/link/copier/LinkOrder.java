package io.windsock.evaluation.link.copier;

import io.windsock.evaluation.link.lab.Address;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.stage.Codec;
import org.jspecify.annotations.Nullable;

/**
 * A link that two processes are to run, as JSON on a line.
 *
 * @param link its name, which no other link of the run has
 * @param topic what it copies
 * @param source the bootstrap servers of the source
 * @param target those of the target
 * @param receiver where the receiver listens
 * @param entry where the sender connects: the receiver, or the beginning of a line to it
 * @param setting how it copies
 * @param certificates the folder of {@code SiteFiles} of both sites; null for clear text
 */
public record LinkOrder(
    String link,
    String topic,
    String source,
    String target,
    Address receiver,
    Address entry,
    Setting setting,
    @Nullable String certificates) {
  /** How batches are made. */
  public enum Batching {
    /** At an interval that adapts. */
    ADAPTIVE,
    /** At a fixed interval. */
    FIXED,
    /** Each poll of the source is a batch, of at most 1,000 records. */
    EACH_POLL,
    /** As much as there is, as soon as the batch before is sent. */
    BEST_EFFORT
  }

  /**
   * How a link copies.
   *
   * @param batching how batches are made
   * @param intervalMs the first interval, or the fixed one, ms
   * @param codec how batches are compressed
   * @param encrypts whether batches are encrypted, with AES-256-GCM
   * @param pipeline the pipeline of both sides
   * @param chooses whether both sides change it while running
   */
  public record Setting(
      Batching batching,
      int intervalMs,
      Codec codec,
      boolean encrypts,
      PipelineKind pipeline,
      boolean chooses) {
    /** The first interval of the paper, ms. */
    public static final int PAPER_INTERVAL_MS = 30;

    /** Returns the setting of a command without options: adaptive, compressed and encrypted. */
    public static Setting standard() {
      return new Setting(
          Batching.ADAPTIVE, PAPER_INTERVAL_MS, Codec.ZSTD, true, PipelineKind.FINE_GRAINED, false);
    }

    /** Returns this setting with another way to make batches. */
    public Setting with(Batching other, int ms) {
      return new Setting(other, ms, codec, encrypts, pipeline, chooses);
    }

    /** Returns this setting with other stages. */
    public Setting with(Codec other, boolean encrypt) {
      return new Setting(batching, intervalMs, other, encrypt, pipeline, chooses);
    }

    /** Returns this setting with another pipeline. */
    public Setting with(PipelineKind other) {
      return new Setting(batching, intervalMs, codec, encrypts, other, chooses);
    }

    /** Returns this setting with a pipeline that changes while running. */
    public Setting choosing() {
      return new Setting(batching, intervalMs, codec, encrypts, pipeline, true);
    }
  }
}
