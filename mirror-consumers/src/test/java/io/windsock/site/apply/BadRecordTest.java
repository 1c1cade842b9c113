package io.windsock.site.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.contracts.wire.Marker;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteFault;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that no topology writes: each is counted, and the site goes on behind it. */
class BadRecordTest {
  private static final byte[] KEY = {'F', 'L', '1'};
  private static final byte[] SEQUENCE = EventHeaders.sequence(1000);
  private static final List<ConsumerRecord<byte[], byte[]>> GOOD =
      new OutputLog(5, 1, 1, 1000).next(20);

  static Stream<Arguments> records() {
    byte[] event = GOOD.get(0).value();
    byte[] cut = Arrays.copyOf(event, event.length - 1);
    return Stream.of(
        bad("no sequence", SiteFault.NO_SEQUENCE, KEY, event, headers()),
        bad("sequence null", SiteFault.NO_SEQUENCE, KEY, event, headers("s", null)),
        bad("sequence short", SiteFault.NO_SEQUENCE, KEY, event, headers("s", new byte[4])),
        bad("withheld null", null, KEY, event, headers("s", SEQUENCE, "w", null)),
        bad("withheld short", null, KEY, event, headers("s", SEQUENCE, "w", new byte[1])),
        bad("no value", SiteFault.UNDECODABLE, KEY, null, headers("s", SEQUENCE)),
        bad("not framed", SiteFault.UNDECODABLE, KEY, new byte[2], headers("s", SEQUENCE)),
        bad("cut", SiteFault.UNDECODABLE, KEY, cut, headers("s", SEQUENCE)),
        bad("neither key nor value", SiteFault.UNDECODABLE, null, null, headers()),
        bad("event without a key", SiteFault.UNDECODABLE, null, event, headers("s", SEQUENCE)),
        bad("marker with a key", SiteFault.UNDECODABLE, KEY, marker(1), headers("s", SEQUENCE)),
        bad("marker with a negative stamp", SiteFault.UNDECODABLE, null, marker(-1), headers()));
  }

  private static Arguments bad(
      String what,
      @Nullable SiteFault fault,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers) {
    return Arguments.argumentSet(what, fault, key, value, headers);
  }

  private static Headers headers(@Nullable Object... namesAndValues) {
    Headers headers = new RecordHeaders();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.add((String) namesAndValues[i], (byte[]) namesAndValues[i + 1]);
    }
    return headers;
  }

  private static byte[] marker(long stamp) {
    Marker marker =
        Marker.newBuilder()
            .setNumber(1)
            .setPartition(0)
            .setEpoch(1)
            .setStamp(List.of(stamp))
            .setSequence(0)
            .setReceived(0)
            .setForwarded(0)
            .setNotForwarded(0)
            .setPassed(0)
            .setCarried(0)
            .setDerived(0)
            .setDeadLettered(0)
            .setHeld(0)
            .setWithheld(0)
            .setOldestWithheldMs(0)
            .setTaken(Map.of())
            .build();
    return new EventCodec(OutputLog.CATALOGUE).encode(marker);
  }

  @ParameterizedTest
  @MethodSource("records")
  void shouldCountABadRecordAndGoOnBehindIt(
      @Nullable SiteFault fault,
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers headers,
      @TempDir Path dir) {
    List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>(GOOD.subList(0, 10));
    long offset = GOOD.get(9).offset() + 1;
    log.add(record(offset, key, value, headers));
    for (ConsumerRecord<byte[], byte[]> good : GOOD.subList(10, 20)) {
      log.add(record(offset + good.offset() + 1, good.key(), good.value(), good.headers()));
    }
    SiteListeners listeners = new SiteListeners("m1");
    ReferenceReplay reference = new ReferenceReplay(OutputLog.DOMAIN, 1);
    try (SiteState state = open(dir)) {
      Applier applier = new Applier(state, options(), listeners);
      applier.begin(true);
      log.forEach(applier::receive);
      applier.end();

      log.forEach(reference::receive);
      assertThat(listeners.faults().all()).isEqualTo(fault == null ? Map.of() : Map.of(fault, 1L));
      assertThat(state.token().next(0)).isEqualTo(log.get(20).offset() + 1);
      try (SiteSnapshot snapshot = state.snapshot()) {
        assertThat(snapshot.digest(true).recomputed()).isEqualTo(reference.digest());
        assertThat(snapshot.ledgers().get(0).marker().number()).isZero();
      }
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    return new ConsumerRecord<>(
        OutputLog.TOPIC,
        0,
        offset,
        1000 + offset,
        TimestampType.LOG_APPEND_TIME,
        0,
        0,
        key,
        value,
        headers,
        Optional.empty());
  }

  private static SiteState open(Path dir) {
    DiskStamp stamp = new DiskStamp("c", OutputLog.TOPIC, "id", 1, "d");
    return SiteState.open(dir, stamp, 3, 8L << 20, Rebuild.NEVER);
  }

  private static ApplyOptions options() {
    return new ApplyOptions(
        "m1", SiteRole.MIRROR, OutputLog.DOMAIN, Map.of(), Following.STANDARD.cachedKeys(1000));
  }
}
