package io.windsock.site.status;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts faults since the site started. It logs the first of each kind and further ones ever more
 * rarely. The apply thread counts; any thread may read.
 */
public final class FaultCounters {
  private static final Logger LOG = LoggerFactory.getLogger(FaultCounters.class);

  private final String site;
  private final Map<SiteFault, AtomicLong> counts = new EnumMap<>(SiteFault.class);

  /** Creates the counters of the site of this name. */
  public FaultCounters(String site) {
    this.site = site;
    for (SiteFault fault : SiteFault.values()) {
      counts.put(fault, new AtomicLong());
    }
  }

  public void count(SiteFault fault, ConsumerRecord<?, ?> record, @Nullable String what) {
    String place = record.topic() + "-" + record.partition() + "@" + record.offset();
    count(fault, place, String.valueOf(what));
  }

  public void count(SiteFault fault, String place, String what) {
    long count = counter(fault).incrementAndGet();
    if (Long.bitCount(count) == 1) {
      LOG.warn("{}: {} {}: {} (number {} of its kind)", site, fault, place, what, count);
    }
  }

  /** Adds faults that were counted before these counters were created. */
  public void carry(SiteFault fault, long times) {
    counter(fault).addAndGet(times);
  }

  /** The number of times this fault was found. */
  public long count(SiteFault fault) {
    return counter(fault).get();
  }

  private AtomicLong counter(SiteFault fault) {
    return Objects.requireNonNull(counts.get(fault));
  }

  /** All counts other than zero. */
  public Map<SiteFault, Long> all() {
    Map<SiteFault, Long> all = new EnumMap<>(SiteFault.class);
    for (SiteFault fault : SiteFault.values()) {
      if (count(fault) > 0) {
        all.put(fault, count(fault));
      }
    }
    return all;
  }
}
