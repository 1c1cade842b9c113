package io.windsock.service.metrics;

/**
 * Every metric of every role: its name, what it counts in, what it means and by which labels it is
 * split. Prometheus sees the name with underscores, the unit and, for a counter, {@code _total}
 * appended.
 */
public enum Metric {
  /** The paper's update delay, section 4.3. */
  UPDATE_DELAY(
      "windsock.update.delay",
      Kind.HISTOGRAM,
      "seconds",
      "From a source event's append to its update being handed to clients' connections, per event,"
          + " less the time for which a rule withheld it; not while the site catches up."),
  /** Whether clients are served. */
  SITE_READY("windsock.site.ready", Kind.GAUGE, "", "1 if the site can serve clients, else 0."),
  /** The ready queue of the paper, section 3.2.2, as far as it lies with the site. */
  SITE_LAG(
      "windsock.site.lag", Kind.GAUGE, "offsets", "Offsets of the log not applied by the site."),
  /** The paper's consistency, section 3.2.2. */
  SITE_STALE(
      "windsock.site.stale",
      Kind.GAUGE,
      "events",
      "Updates that the site's state lacks: withheld by the rules at the last marker applied, and"
          + " offsets of the log not applied."),
  /** The same in time. */
  SITE_STALENESS(
      "windsock.site.staleness", Kind.GAUGE, "seconds", "Age of the oldest update lacking."),
  /** Parameters in force. */
  SITE_EPOCH(
      "windsock.site.epoch",
      Kind.GAUGE,
      "",
      "Epoch of the parameters in the last marker applied, the greatest of all partitions."),
  /** Snapshots for other sites. */
  SITE_SNAPSHOT(
      "windsock.site.snapshot", Kind.GAUGE, "bytes", "Size of the newest snapshot; 0: none yet."),
  /** Samples lost. */
  SITE_DROPPED(
      "windsock.site.dropped",
      Kind.COUNTER,
      "samples",
      "Samples of the site that did not reach the monitor topic."),
  /** Faults. */
  SITE_FAULTS(
      "windsock.site.faults",
      Kind.COUNTER,
      "records",
      "Records of the log that something was wrong with.",
      "fault"),
  /** Requests by what they were answered with. */
  HTTP_REQUESTS(
      "windsock.http.requests",
      Kind.COUNTER,
      "requests",
      "Requests answered; an SSE stream counts when it starts.",
      "route",
      "status"),
  /** The pending requests of the paper, section 3.2.2. */
  HTTP_PENDING(
      "windsock.http.pending",
      Kind.GAUGE,
      "requests",
      "Requests accepted and not yet answered; a subscription is pending until its initial state"
          + " has been sent."),
  /** Connections. */
  HTTP_CONNECTIONS(
      "windsock.http.connections", Kind.GAUGE, "connections", "Client connections open."),
  /** Limits that were hit. */
  HTTP_REFUSED(
      "windsock.http.refused",
      Kind.COUNTER,
      "requests",
      "Requests and connections turned away because a limit was reached.",
      "limit"),
  /** Cached answers. */
  VIEW_HITS(
      "windsock.view.hits", Kind.COUNTER, "requests", "View requests answered from cached bytes."),
  /** Single flight. */
  VIEW_SHARED(
      "windsock.view.shared",
      Kind.COUNTER,
      "requests",
      "View requests that waited for an encoding already under way for somebody else."),
  /** Encodings. */
  VIEW_ENCODED(
      "windsock.view.encoded",
      Kind.COUNTER,
      "encodings",
      "Views encoded, each once for a version, media type and encoding."),
  /** Views that are too big for the cache. */
  VIEW_STREAMED(
      "windsock.view.streamed",
      Kind.COUNTER,
      "answers",
      "Views sent page by page because they are too big to be cached."),
  /** What left the cache. */
  VIEW_DROPPED(
      "windsock.view.dropped",
      Kind.COUNTER,
      "groups",
      "Groups of a view dropped from the cache: changed, unused, or to make room.",
      "reason"),
  /** Cache size. */
  VIEW_BYTES("windsock.view", Kind.GAUGE, "bytes", "Bytes of encoded views in the cache."),
  /** Subscribers. */
  SSE_CLIENTS("windsock.sse.clients", Kind.GAUGE, "clients", "SSE streams open."),
  /** How streams began. */
  SSE_STARTED(
      "windsock.sse.started",
      Kind.COUNTER,
      "streams",
      "SSE streams begun, with full state (reset) or from a token (resume).",
      "with"),
  /** Encoded updates. */
  SSE_ENCODED(
      "windsock.sse.encoded",
      Kind.COUNTER,
      "updates",
      "Updates encoded, each once for each kind of row, whoever listens."),
  /** Fan-out. */
  SSE_SENT("windsock.sse.sent", Kind.COUNTER, "updates", "Updates handed to clients' connections."),
  /** Fan-out in bytes. */
  SSE_BYTES("windsock.sse.written", Kind.COUNTER, "bytes", "Bytes handed to SSE connections."),
  /** Slow clients. */
  SSE_CONFLATED(
      "windsock.sse.conflated",
      Kind.COUNTER,
      "updates",
      "Updates that a newer one of the same key replaced in a slow client's queue."),
  /** Clients cut off. */
  SSE_CUT("windsock.sse.cut", Kind.COUNTER, "clients", "Clients cut off.", "reason"),
  /** Unsent bytes. */
  SSE_UNSENT("windsock.sse.unsent", Kind.GAUGE, "bytes", "Bytes waiting in slow clients' queues."),
  /** Clients ahead of the site. */
  SSE_BEHIND(
      "windsock.sse.behind",
      Kind.COUNTER,
      "requests",
      "Subscriptions sent to another site because this one was behind their token for too long."),
  /** What the hub has not yet encoded. */
  HUB_PENDING(
      "windsock.hub.pending", Kind.GAUGE, "updates", "Updates applied and not yet encoded."),
  /** Hub overload. */
  HUB_CONFLATED(
      "windsock.hub.conflated",
      Kind.COUNTER,
      "updates",
      "Updates that a newer one of the same key replaced before they were encoded."),
  /** Which of several controllers decides. */
  CONTROLLER_ACTIVE(
      "windsock.controller.active", Kind.GAUGE, "", "1 if this controller decides, 0 if it waits."),
  /** Whether the topology works. */
  TOPOLOGY_RUNNING(
      "windsock.topology.running", Kind.GAUGE, "", "1 if this instance processes, else 0."),
  /** How the work is shared. */
  TOPOLOGY_PARTITIONS(
      "windsock.topology.owned",
      Kind.GAUGE,
      "partitions",
      "Partitions that this instance works on."),
  /** Events in. */
  TOPOLOGY_RECEIVED(
      "windsock.topology.received",
      Kind.COUNTER,
      "records",
      "Source records received, as counted by markers."),
  /** To regular clients. */
  TOPOLOGY_FORWARDED(
      "windsock.topology.forwarded",
      Kind.COUNTER,
      "records",
      "Events sent to the forward topic, as counted by markers."),
  /** To mirrors. */
  TOPOLOGY_MIRRORED(
      "windsock.topology.mirrored",
      Kind.COUNTER,
      "records",
      "Events and updates sent to the mirror topic, as counted by markers."),
  /** What coalescing saves. */
  TOPOLOGY_CARRIED(
      "windsock.topology.carried",
      Kind.COUNTER,
      "events",
      "Source events sent to the mirror topic inside a coalesced update."),
  /** The paper's overwriting. */
  TOPOLOGY_TAKEN(
      "windsock.topology.taken",
      Kind.COUNTER,
      "events",
      "Source events superseded, by the rule that took them.",
      "rule"),
  /** Not decodable. */
  TOPOLOGY_DEAD_LETTERED(
      "windsock.topology.deadlettered",
      Kind.COUNTER,
      "records",
      "Source records sent to the dead-letter topic."),
  /** The paper's CHKPT messages. */
  TOPOLOGY_MARKERS("windsock.topology.markers", Kind.COUNTER, "markers", "Markers written."),
  /** The paper's ready queue, section 3.2.2. */
  TOPOLOGY_READY(
      "windsock.topology.ready",
      Kind.GAUGE,
      "records",
      "Source records not received yet, of the partitions that this instance works on."),
  /** What the rules hold. */
  TOPOLOGY_HELD(
      "windsock.topology.held", Kind.GAUGE, "events", "Source events that rules hold back now."),
  /** The paper's consistency, section 3.2.2. */
  TOPOLOGY_WITHHELD(
      "windsock.topology.withheld",
      Kind.GAUGE,
      "events",
      "Updates that mirrors lack because a rule holds them back or has thinned a run."),
  /** Parameters in force. */
  TOPOLOGY_EPOCH(
      "windsock.topology.epoch",
      Kind.GAUGE,
      "",
      "Epoch of the parameters in force, the least of this instance's partitions; 0: none yet."),
  /** Apply loop. */
  SITE_APPLIED(
      "windsock.site.applied", Kind.COUNTER, "events", "Event records applied since the start."),
  /** The database. */
  STORE_BYTES(
      "windsock.store",
      Kind.GAUGE,
      "bytes",
      "What the database uses: cache (write buffers included), writeBuffers, disk.",
      "part");

  /** What sort of value a metric has. */
  public enum Kind {
    /** Only grows. */
    COUNTER,
    /** A level. */
    GAUGE,
    /** How values are spread, in classic buckets. */
    HISTOGRAM
  }

  private final String id;
  private final Kind kind;
  private final String unit;
  private final String meaning;
  private final String labels;

  Metric(String id, Kind kind, String unit, String meaning, String... labels) {
    this.id = id;
    this.kind = kind;
    this.unit = unit;
    this.meaning = meaning;
    this.labels = String.join(",", labels);
  }

  /** Its name, in dots. */
  public String id() {
    return id;
  }

  /** What sort of value it has. */
  public Kind kind() {
    return kind;
  }

  /** What it counts. */
  public String unit() {
    return unit;
  }

  /** What it says. */
  public String meaning() {
    return meaning;
  }

  /** Names of its labels; none for most. */
  public String[] labels() {
    return labels.isEmpty() ? new String[0] : labels.split(",");
  }
}
