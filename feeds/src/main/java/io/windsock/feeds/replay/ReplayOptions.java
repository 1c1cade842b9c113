package io.windsock.feeds.replay;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.feeds.replay.time.Speed;
import io.windsock.feeds.replay.time.TimeShift;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The selection, speed and repetition of a replay. Immutable.
 *
 * @param speed the initial speed, which can be changed during the replay
 * @param from events before this event time are skipped; null: none
 * @param to events from this event time on are skipped; null: none
 * @param types the names of the types to send; empty: all
 * @param skip how many of the first events that would be sent are skipped, over all loops: those
 *     that an earlier replay has settled
 * @param loops how often the feed is replayed, each time shifted to follow the previous one; {@link
 *     #ENDLESS}: until stopped
 * @param rebase whether to shift all times in the events so that the first event happens now
 * @param notBefore with {@code rebase}: the time of the first event, if it is later than now; null:
 *     now
 * @param length with {@code rebase}: the event time from the first event to the last. The first
 *     event is then moved so far into the past that no event is ahead of the clock when it is sent
 *     at {@code speed}. Zero: unknown, and the first event happens now at any speed
 * @param compression the producer's compression: none, gzip, snappy, lz4 or zstd
 * @param connectTimeout the maximum wait for a broker's first response
 * @param deliveryTimeout the maximum time that a sent event may remain unanswered before the replay
 *     fails
 * @param producer Kafka producer properties that override the replay's defaults
 */
public record ReplayOptions(
    Speed speed,
    @Nullable Instant from,
    @Nullable Instant to,
    Set<String> types,
    long skip,
    int loops,
    boolean rebase,
    @Nullable Instant notBefore,
    Duration length,
    String compression,
    Duration connectTimeout,
    Duration deliveryTimeout,
    Map<String, String> producer) {
  /** Loops until stopped. */
  public static final int ENDLESS = 0;

  private static final Set<String> COMPRESSIONS = Set.of("none", "gzip", "snappy", "lz4", "zstd");
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration SHORTEST_DELIVERY = Duration.ofSeconds(1);

  /** Checks all options and reports every fault. */
  public ReplayOptions {
    types = Set.copyOf(types);
    producer = Map.copyOf(producer);
    List<Fault> faults = new ArrayList<>();
    if (from != null && to != null && !from.isBefore(to)) {
      faults.add(new Fault("to", "is " + to + ", which is not after 'from', " + from));
    }
    if (skip < 0) {
      faults.add(new Fault("skip", "is " + skip + "; it can't be negative"));
    }
    if (loops < 0) {
      faults.add(new Fault("loops", "is " + loops + "; 1 or more, or " + ENDLESS + ": endless"));
    }
    if (length.isNegative()) {
      faults.add(new Fault("length", "is " + length + "; it can't be negative"));
    }
    if (!COMPRESSIONS.contains(compression)) {
      faults.add(
          new Fault(
              "compression", "is '" + compression + "'; one of " + new TreeSet<>(COMPRESSIONS)));
    }
    if (connectTimeout.compareTo(Duration.ZERO) <= 0) {
      faults.add(new Fault("connectTimeout", "is " + connectTimeout + "; it must be positive"));
    }
    if (deliveryTimeout.compareTo(SHORTEST_DELIVERY) < 0) {
      faults.add(
          new Fault(
              "deliveryTimeout", "is " + deliveryTimeout + "; at least " + SHORTEST_DELIVERY));
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
  }

  /**
   * Returns how far event time gets ahead of the clock from the first event to the last of all
   * loops.
   */
  long leadMs() {
    long lengthMs = length.toMillis();
    if (loops == ENDLESS || lengthMs == 0) {
      return 0;
    }
    long wholeMs = loops * (lengthMs + TimeShift.LOOP_GAP_MS) - TimeShift.LOOP_GAP_MS;
    long lastsMs = speed.isMax() ? 0 : (long) (wholeMs / speed.factor());
    return Math.max(0, wholeMs - lastsMs);
  }

  /** Returns options for the whole feed, once, unshifted, at this speed. */
  public static ReplayOptions at(Speed speed) {
    return builder().speed(speed).build();
  }

  /** Returns a builder whose defaults are the whole feed, once, unshifted, in real time. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options; {@link #build} checks them. */
  public static final class Builder {
    private Speed speed = Speed.REAL_TIME;
    private @Nullable Instant from;
    private @Nullable Instant to;
    private Set<String> types = Set.of();
    private long skip;
    private int loops = 1;
    private boolean rebase;
    private @Nullable Instant notBefore;
    private Duration length = Duration.ZERO;
    private String compression = "lz4";
    private Duration connectTimeout = CONNECT_TIMEOUT;
    private Duration deliveryTimeout = DELIVERY_TIMEOUT;
    private Map<String, String> producer = Map.of();

    private Builder() {}

    /** Default: {@link Speed#REAL_TIME}. */
    public Builder speed(Speed value) {
      speed = value;
      return this;
    }

    /** Default: from the beginning. */
    public Builder from(@Nullable Instant value) {
      from = value;
      return this;
    }

    /** Default: to the end. */
    public Builder to(@Nullable Instant value) {
      to = value;
      return this;
    }

    /** Default: all. */
    public Builder types(Set<String> value) {
      types = value;
      return this;
    }

    /** Default: 0. */
    public Builder skip(long value) {
      skip = value;
      return this;
    }

    /** Default: 1. */
    public Builder loops(int value) {
      loops = value;
      return this;
    }

    /** Default: no. */
    public Builder rebase(boolean value) {
      rebase = value;
      return this;
    }

    /** Default: now. */
    public Builder notBefore(@Nullable Instant value) {
      notBefore = value;
      return this;
    }

    /** Default: zero, not known. */
    public Builder length(Duration value) {
      length = value;
      return this;
    }

    /** Default: lz4. */
    public Builder compression(String value) {
      compression = value;
      return this;
    }

    /** Default: 10 s. */
    public Builder connectTimeout(Duration value) {
      connectTimeout = value;
      return this;
    }

    /** Default: 2 min. */
    public Builder deliveryTimeout(Duration value) {
      deliveryTimeout = value;
      return this;
    }

    /** Default: none. */
    public Builder producer(Map<String, String> value) {
      producer = value;
      return this;
    }

    /**
     * Returns the options.
     *
     * @throws ConfigurationException with every fault
     */
    public ReplayOptions build() {
      return new ReplayOptions(
          speed,
          from,
          to,
          types,
          skip,
          loops,
          rebase,
          notBefore,
          length,
          compression,
          connectTimeout,
          deliveryTimeout,
          producer);
    }
  }
}
