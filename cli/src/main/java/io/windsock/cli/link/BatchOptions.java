package io.windsock.cli.link;

import io.windsock.cli.option.DurationConverter;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.BatchPolicy;
import io.windsock.link.interval.BestEffort;
import io.windsock.link.interval.FixedBatch;
import io.windsock.link.interval.FixedRatio;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the batches that a sender makes. */
final class BatchOptions {
  private static final int MAX_THRESHOLD = 200_000;

  /** What the descriptions of the options state as defaults. */
  private static final IntervalSettings STANDARD = IntervalSettings.standard();

  private static final double NS_PER_SECOND = 1e9;

  /** How the interval is set, lower-case as on the command line. */
  private enum Interval {
    /** By the times of the stages. */
    adaptive,
    /** By --interval, always. */
    fixed,
    /** None. */
    none
  }

  /** The choices of --compression as typed. */
  private static final class CodecNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Codec.values()).map(CodecNames::text).iterator();
    }

    private static String text(Codec codec) {
      return codec.name().toLowerCase(Locale.ROOT);
    }
  }

  /** Parses {@code zstd}, {@code lz4} or {@code plain}. */
  private static final class CodecConverter implements ITypeConverter<Codec> {
    @Override
    public Codec convert(String text) {
      for (Codec codec : Codec.values()) {
        if (CodecNames.text(codec).equals(text)) {
          return codec;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is none of " + String.join(", ", new CodecNames()));
    }
  }

  @Option(
      names = "--batching",
      paramLabel = "POLICY",
      defaultValue = "adaptive",
      description =
          "The batch interval: adaptive, by the times that the two sites need; fixed; none, as much"
              + " as there is, as soon as possible (default: ${DEFAULT-VALUE}).")
  private Interval batching = Interval.adaptive;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "The first batch interval, or the fixed one (default: 30ms, or the nearest that"
              + " --min-interval and --max-interval allow).")
  private @Nullable Duration interval;

  @Option(
      names = "--min-interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "The shortest batch interval that adapts (default: 1ms).")
  private @Nullable Duration minInterval;

  @Option(
      names = "--max-interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "The longest batch interval: how long a record waits at most before it is sent (default:"
              + " 1s).")
  private @Nullable Duration maxInterval;

  @Option(
      names = "--rpo",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "The age up to which records may be lost with this site while the link keeps up. 64 batches"
              + " may be on their way, so it bounds the interval at a 65th (default:"
              + " --max-interval alone).")
  private @Nullable Duration rpo;

  @Option(
      names = "--alpha",
      paramLabel = "F",
      description =
          "How far the interval moves towards the time of the sender's stages, 0 to 1 (default:"
              + " 0.5).")
  private @Nullable Double alpha;

  @Option(
      names = "--beta",
      paramLabel = "F",
      description = "Towards the time of the receiver's stages, 0 to 1 (default: 0.5).")
  private @Nullable Double beta;

  @Option(
      names = "--records-per-second",
      paramLabel = "N",
      description = "Take no more than this rate, whatever the interval (default: as it can).")
  private @Nullable Double recordsPerSecond;

  @Option(
      names = "--compression",
      paramLabel = "CODEC",
      defaultValue = "zstd",
      converter = CodecConverter.class,
      completionCandidates = CodecNames.class,
      description =
          "How batches are compressed, if they shrink: zstd, lz4 or plain (default:"
              + " ${DEFAULT-VALUE}).")
  private Codec compression = Codec.ZSTD;

  @Option(
      names = "--level",
      paramLabel = "N",
      defaultValue = "1",
      description = "Level of compression (default: ${DEFAULT-VALUE}).")
  private int level;

  BatchOptions() {}

  /**
   * Returns how to compress.
   *
   * @throws ConfigurationException if the codec does not have the level
   */
  Compressor compressor() {
    try {
      return new Compressor(compression, level);
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of("--level", String.valueOf(e.getMessage()));
    }
  }

  /** Returns the age up to which records may be lost; null if it was not given. */
  @Nullable Duration rpo() {
    return rpo;
  }

  /**
   * Returns what makes the policy of a session.
   *
   * @throws ConfigurationException with every fault of the settings
   */
  Supplier<BatchPolicy> policy() {
    requireAdaptive("--records-per-second", recordsPerSecond);
    requireAdaptive("--rpo", rpo);
    requireAdaptive("--alpha", alpha);
    requireAdaptive("--beta", beta);
    requireAdaptive("--min-interval", minInterval);
    requireAdaptive("--max-interval", maxInterval);
    if (interval != null && batching == Interval.none) {
      throw ConfigurationException.of(
          "--interval", "goes with another policy than --batching none");
    }
    return switch (batching) {
      case none -> () -> new BestEffort(MAX_THRESHOLD);
      case fixed -> {
        Duration fixed = given(interval, STANDARD.initial());
        yield () -> new FixedBatch(fixed, MAX_THRESHOLD);
      }
      case adaptive -> adaptive();
    };
  }

  private void requireAdaptive(String option, @Nullable Object value) {
    if (value != null && batching != Interval.adaptive) {
      throw ConfigurationException.of(
          option, "goes with --batching adaptive, not with --batching " + batching);
    }
  }

  private Supplier<BatchPolicy> adaptive() {
    Duration min = given(minInterval, STANDARD.min());
    Duration max = given(maxInterval, STANDARD.max());
    IntervalSettings all =
        new IntervalSettings(
            given(alpha, STANDARD.alpha()),
            given(beta, STANDARD.beta()),
            firstInterval(min, max),
            min,
            max);
    IntervalSettings settings =
        rpo == null ? all : all.withinRpo(rpo, SenderConfig.Bounds.standard().openBatches());
    Double rate = recordsPerSecond;
    if (rate == null) {
      return () -> new AdaptiveInterval(settings, MeasuredCapacity.standard());
    }
    FixedRatio ratio = ratio(rate, settings.max());
    return () -> new AdaptiveInterval(settings, ratio);
  }

  private static <T> T given(@Nullable T value, T standard) {
    return value == null ? standard : value;
  }

  private Duration firstInterval(Duration min, Duration max) {
    if (interval != null) {
      return interval;
    }
    Duration most = STANDARD.initial().compareTo(max) > 0 ? max : STANDARD.initial();
    return most.compareTo(min) < 0 ? min : most;
  }

  private static FixedRatio ratio(double rate, Duration longest) {
    double least = 1 / (longest.toNanos() / NS_PER_SECOND);
    if (!(rate >= least)) {
      throw ConfigurationException.of(
          "--records-per-second",
          String.format(
              Locale.ROOT,
              "is %s; it must be at least %.3g, one record in the longest interval",
              rate,
              least));
    }
    return new FixedRatio(rate);
  }
}
