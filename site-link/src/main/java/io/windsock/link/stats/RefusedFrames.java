package io.windsock.link.stats;

import io.windsock.link.stage.RefusedFrameException.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How many frames a receiver has refused, by reason. Any thread may use it. */
public final class RefusedFrames {
  private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

  /** Creates counts of zero. */
  public RefusedFrames() {
    for (Reason reason : Reason.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  /** Counts a frame. */
  public void add(Reason reason) {
    adder(reason).increment();
  }

  /** Returns the number of frames refused for this reason. */
  public long count(Reason reason) {
    return adder(reason).sum();
  }

  private LongAdder adder(Reason reason) {
    return Objects.requireNonNull(counts.get(reason));
  }
}
