package io.windsock.evaluation.views;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.contracts.topic.EventHeaders;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.apply.Applier;
import io.windsock.site.apply.ApplyOptions;
import io.windsock.site.apply.Following;
import io.windsock.site.apply.SiteListeners;
import io.windsock.site.disk.DiskStamp;
import io.windsock.site.http.SiteServer;
import io.windsock.site.progress.Readiness;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.snapshot.SnapshotSource;
import io.windsock.site.state.Rebuild;
import io.windsock.site.state.SiteSnapshot;
import io.windsock.site.state.SiteState;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import io.windsock.site.status.Staleness;
import io.windsock.site.update.UpdateDelay;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A site without Kafka, whose view {@code arrivals?airport=EGLL} has a given number of rows. */
final class ViewsSite implements ServedSite {
  private static final long MEMORY_BYTES = 64L << 20;
  private static final int CACHED_KEYS = 10_000;
  private static final long TIME_MS = 1_750_000_000_000L;

  private final SiteDomain domain;
  private final SiteState state;
  private final SiteListeners listeners = new SiteListeners("bench");
  private final EventCodec codec;

  private ViewsSite(Path folder, SiteDomain domain) {
    this.domain = domain;
    codec = new EventCodec(domain.catalogue());
    DiskStamp stamp = new DiskStamp("c", "t", "id", 1, domain.ede().fingerprint());
    state = SiteState.open(folder, stamp, 1, MEMORY_BYTES, Rebuild.ALWAYS);
  }

  /** Arguments: data directory, number of rows. Prints {@code ready URL}. */
  public static void main(String[] args) throws Exception {
    SiteDomain domain = SiteDomain.builtIn("airline");
    ViewsSite site = new ViewsSite(Path.of(args[0]), domain);
    site.fill(Integer.parseInt(args[1]));
    try (Metrics metrics = new Metrics();
        SiteServer server = SiteServer.start(site, ServerConfig.at("127.0.0.1", 0), metrics)) {
      System.out.println("ready " + server.url());
      while (System.in.read() >= 0) {
        // until the benchmark ends
      }
    }
    site.state.close();
  }

  private void fill(int rows) {
    ApplyOptions options =
        new ApplyOptions(
            "bench", SiteRole.MIRROR, domain, Map.of(), Following.STANDARD.cachedKeys(CACHED_KEYS));
    Applier applier = new Applier(state, options, listeners);
    applier.begin(true);
    for (int row = 0; row < rows; row++) {
      applier.receive(record(row, 2L * row, status(row)));
      applier.receive(record(row, 2L * row + 1, position(row)));
    }
    applier.end();
  }

  private GenericRecord status(int row) {
    GenericRecord event = event("FlightStatus");
    Schema codes = event.getSchema().getField("status").schema();
    event.put("status", new GenericData.EnumSymbol(codes, "OFF"));
    event.put("flightNumber", "BA" + (100 + row));
    event.put("airline", "BA");
    event.put("origin", "CYYZ");
    event.put("originName", "Toronto Pearson");
    event.put("destination", "EGLL");
    event.put("destinationName", "London Heathrow");
    event.put("scheduledArrival", TIME_MS + row * 60_000L);
    event.put("estimatedArrival", TIME_MS + row * 61_000L);
    event.put("terminal", "5");
    event.put("gate", "B" + row % 40);
    event.put("belt", "7");
    return event;
  }

  private GenericRecord position(int row) {
    GenericRecord event = event("FlightPosition");
    event.put("latitude", 51.4775 + row * 0.001);
    event.put("longitude", -0.461389 - row * 0.001);
    event.put("altitudeFt", 3000 + row);
    event.put("groundSpeedKt", 180.5f);
    event.put("trackDeg", 271.25f);
    return event;
  }

  private GenericRecord event(String type) {
    GenericRecord event = new GenericData.Record(domain.catalogue().type(type).current().schema());
    event.put("eventTime", TIME_MS);
    return event;
  }

  private ConsumerRecord<byte[], byte[]> record(int row, long offset, GenericRecord event) {
    EventType type = domain.catalogue().type(event.getSchema().getName());
    byte[] key = ("BA" + (100 + row) + "-2025-06-15").getBytes(StandardCharsets.UTF_8);
    byte[] value = codec.encode(type, event);
    RecordHeaders headers = new RecordHeaders();
    headers.add(EventHeaders.SEQUENCE, EventHeaders.sequence(offset + 1));
    return new ConsumerRecord<>(
        "bench",
        0,
        offset,
        TIME_MS,
        TimestampType.LOG_APPEND_TIME,
        key.length,
        value.length,
        key,
        value,
        headers,
        Optional.empty());
  }

  @Override
  public String name() {
    return "bench";
  }

  @Override
  public String incarnation() {
    return "views";
  }

  @Override
  public SiteRole role() {
    return SiteRole.MIRROR;
  }

  @Override
  public Catalogue catalogue() {
    return domain.catalogue();
  }

  @Override
  public EdeDefinition definition() {
    return domain.ede();
  }

  @Override
  public SiteSnapshot snapshot() {
    return state.snapshot();
  }

  @Override
  public String url(String bound) {
    return bound;
  }

  @Override
  public List<String> peers() {
    return List.of();
  }

  @Override
  public Readiness readiness() {
    return new Readiness(Readiness.Service.CURRENT, "filled", 0);
  }

  @Override
  public SitePhase phase() {
    return SitePhase.LIVE;
  }

  @Override
  public long cutOffMs() {
    return 0;
  }

  @Override
  public String twin() {
    return "";
  }

  @Override
  public Staleness staleness() {
    return Staleness.NONE;
  }

  @Override
  public SnapshotSource snapshots() {
    return SnapshotSource.NONE;
  }

  @Override
  public UpdateDelay updateDelay() {
    return listeners.delay();
  }
}
