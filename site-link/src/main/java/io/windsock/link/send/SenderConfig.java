package io.windsock.link.send;

import io.windsock.contracts.config.ConfigCheck;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.transport.LinkTls;
import io.windsock.link.transport.Open;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a sender. Immutable; validated when created.
 *
 * @param link the link's name, which no other link from the same source or to the same target has
 * @param kafka the properties of clients of the source: at least the bootstrap servers
 * @param topics the topics to copy
 * @param host where the receiver is
 * @param port its port
 * @param tls null for clear text, which is for tests on one machine
 * @param keys the keys with which to encrypt
 * @param compressor how to compress
 * @param policy makes the policy of batches of each session
 * @param rpo the recovery point objective: the age up to which records may be lost with the source;
 *     null if there is none. It is only reported; the policy has to keep to it
 * @param shape the pipeline of this side
 * @param chooses whether to change it while running, by the times of the stages
 * @param bounds what may be on its way
 * @param whenTrimmed what to do when the source no longer has what the link needs next
 */
public record SenderConfig(
    String link,
    Map<String, Object> kafka,
    List<String> topics,
    String host,
    int port,
    @Nullable LinkTls tls,
    KeyRing keys,
    Compressor compressor,
    Supplier<BatchPolicy> policy,
    @Nullable Duration rpo,
    PipelineShape shape,
    boolean chooses,
    Bounds bounds,
    WhenTrimmed whenTrimmed) {
  /** Validates the settings and reports every fault. */
  public SenderConfig {
    kafka = Map.copyOf(kafka);
    topics = List.copyOf(topics);
    ConfigCheck check = new ConfigCheck("link");
    check.holds(
        link.matches("[a-zA-Z0-9._-]{1,100}"),
        "name",
        link,
        "1 to 100 letters, digits, dots, dashes or underscores");
    check.range("topics", topics.size(), 1, Open.MAX_TOPICS);
    check.range("port", port, 1, 65_535);
    if (rpo != null) {
      check.positive("rpo", rpo);
    }
    check.done();
  }

  /**
   * What may be on its way.
   *
   * @param batchBytes at how many bytes, before compression, a batch is full
   * @param openBatches the most batches sent and not yet replied to
   * @param openBytes their most bytes, before compression
   */
  public record Bounds(int batchBytes, int openBatches, long openBytes) {
    /** Validates the bounds. */
    public Bounds {
      ConfigCheck check = new ConfigCheck("link");
      check.range("batchBytes", batchBytes, 1, 32 << 20);
      check.range("openBatches", openBatches, 1, 1024);
      check.range("openBytes", openBytes, batchBytes, 1L << 32);
      check.done();
    }

    /** Returns the default bounds: batches of 4 MiB, 64 of them or 64 MiB on their way. */
    public static Bounds standard() {
      return new Bounds(4 << 20, 64, 64L << 20);
    }
  }
}
