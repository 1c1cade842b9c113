package io.windsock.platform.telemetry;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The metrics of all roles: each with its name, roles, unit, meaning and labels. In Prometheus, the
 * name has underscores, followed by the unit and, for a counter, {@code _total}.
 */
public enum Metric {
  /** The paper's update delay, section 4.3. */
  UPDATE_DELAY(
      "windsock.update.delay",
      Role.SITE,
      Kind.HISTOGRAM,
      "seconds",
      "From a source event's append to its update being handed to clients' connections, per event,"
          + " less the time for which a rule withheld it; not while the site catches up."),
  /** Whether the site serves clients. */
  SITE_READY(
      "windsock.site.ready", Role.SITE, Kind.GAUGE, "", "1 if the site can serve clients, else 0."),
  /** The site's part of the paper's ready queue, section 3.2.2. */
  SITE_LAG(
      "windsock.site.lag",
      Role.SITE,
      Kind.GAUGE,
      "offsets",
      "Offsets of the log not applied by the site."),
  /** The paper's consistency, section 3.2.2. */
  SITE_STALE(
      "windsock.site.stale",
      Role.SITE,
      Kind.GAUGE,
      "events",
      "Updates that the site's state lacks: withheld by the rules at the last marker applied, and"
          + " offsets of the log not applied."),
  /** The same as a time. */
  SITE_STALENESS(
      "windsock.site.staleness",
      Role.SITE,
      Kind.GAUGE,
      "seconds",
      "Age of the oldest update lacking; while the site is cut off, of its last look at the log."),
  /** The age of the site's knowledge. */
  SITE_CUTOFF(
      "windsock.site.cutoff",
      Role.SITE,
      Kind.GAUGE,
      "seconds",
      "For how long the site has not followed a part of the log, being cut off from it or held up"
          + " by its disk; 0: it follows all of it."),
  /** Another site with the same name. */
  SITE_TWIN(
      "windsock.site.twin",
      Role.SITE,
      Kind.GAUGE,
      "",
      "1 while another running site uses this one's name, which it must not, else 0."),
  /** Parameters in force. */
  SITE_EPOCH(
      "windsock.site.epoch",
      Role.SITE,
      Kind.GAUGE,
      "",
      "Epoch of the parameters in the last marker applied, the greatest of all partitions."),
  /** Snapshots for other sites. */
  SITE_SNAPSHOT(
      "windsock.site.snapshot",
      Role.SITE,
      Kind.GAUGE,
      "bytes",
      "Size of the newest snapshot; 0: none yet."),
  /** Samples lost. */
  SITE_DROPPED(
      "windsock.site.dropped",
      Role.SITE,
      Kind.COUNTER,
      "samples",
      "Samples of the site that did not reach the monitor topic."),
  /** Checkpoints of the site. */
  SITE_COMMITS(
      "windsock.site.commits",
      Role.SITE,
      Kind.COUNTER,
      "commits",
      "Checkpoints: offsets that the site has committed at a marker."),
  /** The records that trimming must keep for the site. */
  SITE_UNCOMMITTED(
      "windsock.site.uncommitted",
      Role.SITE,
      Kind.GAUGE,
      "offsets",
      "Offsets of the log that the site has applied since its last checkpoint."),
  /** Faults. */
  SITE_FAULTS(
      "windsock.site.faults",
      Role.SITE,
      Kind.COUNTER,
      "records",
      "Records of the log with a fault.",
      "fault"),
  /** Requests by status. */
  HTTP_REQUESTS(
      "windsock.http.requests",
      Role.EVERY,
      Kind.COUNTER,
      "requests",
      "Requests answered; an SSE stream counts when it starts.",
      "route",
      "status"),
  /** How long requests take. */
  HTTP_LATENCY(
      "windsock.http.latency",
      Role.EVERY,
      Kind.HISTOGRAM,
      "seconds",
      "From a request's acceptance to its answer being handed to the connection; SSE streams and"
          + " files of snapshots are not counted.",
      "route"),
  /** The pending requests of the paper, section 3.2.2. */
  HTTP_PENDING(
      "windsock.http.pending",
      Role.EVERY,
      Kind.GAUGE,
      "requests",
      "Requests accepted and not yet answered; a subscription is pending until its initial state"
          + " has been sent."),
  /** Connections. */
  HTTP_CONNECTIONS(
      "windsock.http.connections",
      Role.EVERY,
      Kind.GAUGE,
      "connections",
      "Client connections open."),
  /** Connections and requests refused at a limit. */
  HTTP_REFUSED(
      "windsock.http.refused",
      Role.EVERY,
      Kind.COUNTER,
      "requests",
      "Requests and connections turned away because a limit was reached.",
      "limit"),
  /** Cached answers. */
  VIEW_HITS(
      "windsock.view.hits",
      Role.SITE,
      Kind.COUNTER,
      "requests",
      "View requests answered from cached bytes."),
  /** Single flight. */
  VIEW_SHARED(
      "windsock.view.shared",
      Role.SITE,
      Kind.COUNTER,
      "requests",
      "View requests that waited for an encoding that another request had started."),
  /** Encodings. */
  VIEW_ENCODED(
      "windsock.view.encoded",
      Role.SITE,
      Kind.COUNTER,
      "encodings",
      "Views encoded, each once for a version, media type and encoding."),
  /** Views that are too big for the cache. */
  VIEW_STREAMED(
      "windsock.view.streamed",
      Role.SITE,
      Kind.COUNTER,
      "answers",
      "Views sent page by page because they are too big to be cached."),
  /** Views dropped from the cache. */
  VIEW_DROPPED(
      "windsock.view.dropped",
      Role.SITE,
      Kind.COUNTER,
      "groups",
      "Groups of a view dropped from the cache: changed, unused, or to make room.",
      "reason"),
  /** Cache size. */
  VIEW_BYTES(
      "windsock.view", Role.SITE, Kind.GAUGE, "bytes", "Bytes of encoded views in the cache."),
  /** The paper's initial state, as its thin clients ask for it, section 2. */
  INITIAL_STATE(
      "windsock.initial.state",
      Role.SITE,
      Kind.HISTOGRAM,
      "seconds",
      "From the acceptance of a request to its full state being handed to the connection, by what"
          + " asked for it: view, mostly answered from cached bytes; stream, a subscription; resume,"
          + " one from a token, to all that it missed. Views that have not changed are not counted.",
      "by"),
  /** Subscribers. */
  SSE_CLIENTS("windsock.sse.clients", Role.STREAMING, Kind.GAUGE, "clients", "SSE streams open."),
  /** How streams began. */
  SSE_STARTED(
      "windsock.sse.started",
      Role.SITE,
      Kind.COUNTER,
      "streams",
      "SSE streams begun, by what they began with: full state (reset), what changed since a token"
          + " (resume), or full state in place of that, because it was less (rows).",
      "with"),
  /** Encoded updates. */
  SSE_ENCODED(
      "windsock.sse.encoded",
      Role.SITE,
      Kind.COUNTER,
      "updates",
      "Updates encoded, each once for each kind of row, whoever listens."),
  /** Fan-out. */
  SSE_SENT(
      "windsock.sse.sent",
      Role.SITE,
      Kind.COUNTER,
      "updates",
      "Updates handed to clients' connections."),
  /** Fan-out in bytes. */
  SSE_BYTES(
      "windsock.sse.written", Role.SITE, Kind.COUNTER, "bytes", "Bytes handed to SSE connections."),
  /** Slow clients. */
  SSE_CONFLATED(
      "windsock.sse.conflated",
      Role.SITE,
      Kind.COUNTER,
      "updates",
      "Updates that a newer one of the same key replaced in a slow client's queue."),
  /** Clients cut off. */
  SSE_CUT(
      "windsock.sse.cut", Role.STREAMING, Kind.COUNTER, "clients", "Clients cut off.", "reason"),
  /** Unsent bytes. */
  SSE_UNSENT(
      "windsock.sse.unsent",
      Role.SITE,
      Kind.GAUGE,
      "bytes",
      "Bytes waiting in slow clients' queues."),
  /** Clients ahead of the site. */
  SSE_BEHIND(
      "windsock.sse.behind",
      Role.SITE,
      Kind.COUNTER,
      "requests",
      "Subscriptions sent to another site because this one was behind their token for too long."),
  /** Updates that the hub has not encoded yet. */
  HUB_PENDING(
      "windsock.hub.pending",
      Role.SITE,
      Kind.GAUGE,
      "updates",
      "Updates applied and not yet encoded."),
  /** Hub overload. */
  HUB_CONFLATED(
      "windsock.hub.conflated",
      Role.SITE,
      Kind.COUNTER,
      "updates",
      "Updates that a newer one of the same key replaced before they were encoded."),
  /** Which controller is active. */
  CONTROLLER_ACTIVE(
      "windsock.controller.active",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "1 if this controller decides, 0 if it waits."),
  /** Parameters in force. */
  CONTROLLER_EPOCH(
      "windsock.controller.epoch",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "Epoch of the newest parameters known; 0: none yet."),
  /** The sites that report to the controller. */
  CONTROLLER_SITES(
      "windsock.controller.sites",
      Role.CONTROLLER,
      Kind.GAUGE,
      "sites",
      "Sites whose samples count now, by role: central or mirror.",
      "role"),
  /** The paper's monitored variables, section 3.2.2. */
  MONITORED(
      "windsock.monitored",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "Highest value of a monitored variable at any site, as the policy saw it last. Durations are"
          + " in seconds and named without Ms, all else is in the variable's own unit. Of the"
          + " active controller alone.",
      "variable"),
  /** The paper's thresholds, Table 1. */
  THRESHOLD(
      "windsock.threshold",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "Thresholds in force, in the unit of windsock.monitored: primary, at which it adapts;"
          + " secondary, the margin; back, primary less secondary, below which it goes back. Of the"
          + " active controller alone.",
      "variable",
      "which"),
  /** The parameters of the mirroring. */
  PARAMETER(
      "windsock.parameter",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "Numeric parameters in force. Durations are in seconds and named without Ms. Of the active"
          + " controller alone.",
      "parameter"),
  /** The function in force. */
  MODE(
      "windsock.mode",
      Role.CONTROLLER,
      Kind.GAUGE,
      "",
      "1 for the mode in force, 0 for every other function known. A mode between two functions is"
          + " named without its level, which is a windsock.parameter. Of the active controller"
          + " alone.",
      "mode"),
  /** The time of the last adaptation. */
  MODE_CHANGED(
      "windsock.mode.changed",
      Role.CONTROLLER,
      Kind.GAUGE,
      "seconds",
      "Time of the last change of the mode, since the epoch, by modes as windsock.mode names them"
          + " and the reason; one series, of that change alone, and of the active controller"
          + " alone.",
      "from",
      "to",
      "reason"),
  /** The number of adaptations. */
  MODE_CHANGES(
      "windsock.mode.changes",
      Role.CONTROLLER,
      Kind.COUNTER,
      "changes",
      "Changes of the mode that this controller has made.",
      "to"),
  /** The paper's backup queue, section 3.2.2. */
  CHECKPOINT_LAG(
      "windsock.checkpoint.lag",
      Role.CONTROLLER,
      Kind.GAUGE,
      "offsets",
      "Offsets of an output topic not covered by its commit point, of all partitions together;"
          + " without a live site, the last one, or the beginning of the log. Of the"
          + " active controller alone.",
      "topic"),
  /** Whether commit points advance. */
  CHECKPOINT_AGE(
      "windsock.checkpoint.age",
      Role.CONTROLLER,
      Kind.GAUGE,
      "seconds",
      "For how long a partition's commit point has not advanced while there was something to"
          + " commit, or could not be found, the longest of all partitions; else 0. Of the active"
          + " controller alone.",
      "topic"),
  /** The paper's checkpoints, Figure 3. */
  CHECKPOINT_ROUNDS(
      "windsock.checkpoint.rounds",
      Role.CONTROLLER,
      Kind.COUNTER,
      "checkpoints",
      "Rounds in which this controller found the commit point.",
      "topic"),
  /** Events sent by a replayer. */
  REPLAY_SENT(
      "windsock.replay.sent", Role.REPLAY, Kind.COUNTER, "records", "Records sent.", "stream"),
  /** Whether a replayer keeps its pace. */
  REPLAY_BEHIND(
      "windsock.replay.behind",
      Role.REPLAY,
      Kind.GAUGE,
      "seconds",
      "How much later than its time the last record was sent."),
  /** Whether the topology works. */
  TOPOLOGY_RUNNING(
      "windsock.topology.running",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "",
      "1 if this instance processes, else 0."),
  /** The distribution of the work. */
  TOPOLOGY_PARTITIONS(
      "windsock.topology.owned",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "partitions",
      "Partitions that this instance works on."),
  /** Events in. */
  TOPOLOGY_RECEIVED(
      "windsock.topology.received",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "records",
      "Source records received, as counted by markers."),
  /** To regular clients. */
  TOPOLOGY_FORWARDED(
      "windsock.topology.forwarded",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "records",
      "Events sent to the forward topic, as counted by markers."),
  /** To mirrors. */
  TOPOLOGY_MIRRORED(
      "windsock.topology.mirrored",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "records",
      "Events and updates sent to the mirror topic, as counted by markers."),
  /** The effect of coalescing. */
  TOPOLOGY_CARRIED(
      "windsock.topology.carried",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "events",
      "Source events sent to the mirror topic inside a coalesced update."),
  /** The paper's overwriting. */
  TOPOLOGY_TAKEN(
      "windsock.topology.taken",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "events",
      "Source events superseded, by the rule that took them.",
      "rule"),
  /** Undecodable records. */
  TOPOLOGY_DEAD_LETTERED(
      "windsock.topology.deadlettered",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "records",
      "Source records sent to the dead-letter topic."),
  /** Trimmed ahead of the topology. */
  TOPOLOGY_LOST(
      "windsock.topology.lost",
      Role.TOPOLOGY,
      Kind.COUNTER,
      "records",
      "Offsets of the source topics that were deleted before they were received.",
      "stream",
      "partition"),
  /** The paper's CHKPT messages. */
  TOPOLOGY_MARKERS(
      "windsock.topology.markers", Role.TOPOLOGY, Kind.COUNTER, "markers", "Markers written."),
  /** The paper's ready queue, section 3.2.2. */
  TOPOLOGY_READY(
      "windsock.topology.ready",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "records",
      "Source records not received yet, of the partitions that this instance works on."),
  /** Events held by the rules. */
  TOPOLOGY_HELD(
      "windsock.topology.held",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "events",
      "Source events that rules hold back now."),
  /** The paper's consistency, section 3.2.2. */
  TOPOLOGY_WITHHELD(
      "windsock.topology.withheld",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "events",
      "Updates that mirrors lack because a rule holds them back or has thinned a run."),
  /** Parameters in force. */
  TOPOLOGY_EPOCH(
      "windsock.topology.epoch",
      Role.TOPOLOGY,
      Kind.GAUGE,
      "",
      "Epoch of the parameters in force, the least of this instance's partitions; 0: none yet."),
  /** Apply loop. */
  SITE_APPLIED(
      "windsock.site.applied",
      Role.SITE,
      Kind.COUNTER,
      "events",
      "Event records applied since the start."),
  /** The database. */
  STORE_BYTES(
      "windsock.store",
      Role.SITE,
      Kind.GAUGE,
      "bytes",
      "What the database uses: cache (write buffers included), writeBuffers, disk.",
      "part"),
  /** Whether compaction keeps up with the writes. */
  STORE_COMPACTION(
      "windsock.store.compaction",
      Role.SITE,
      Kind.GAUGE,
      "bytes",
      "Estimate of what the database's compaction has still to rewrite.");

  /** The type of a metric. */
  public enum Kind {
    /** A value that only increases. */
    COUNTER,
    /** A value that goes up and down. */
    GAUGE,
    /** A distribution of values, in classic buckets. */
    HISTOGRAM
  }

  private final String id;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of returns an immutable set
  private final Set<Role> roles;

  private final Kind kind;
  private final String unit;
  private final String meaning;
  private final String labels;

  Metric(String id, Role role, Kind kind, String unit, String meaning, String... labels) {
    this(id, Set.of(role), kind, unit, meaning, labels);
  }

  Metric(String id, Set<Role> roles, Kind kind, String unit, String meaning, String... labels) {
    this.id = id;
    this.roles = roles;
    this.kind = kind;
    this.unit = unit;
    this.meaning = meaning;
    this.labels = String.join(",", labels);
  }

  /** Returns the name, with dots. */
  public String id() {
    return id;
  }

  /** Returns the name in Prometheus; a histogram's series append their suffixes. */
  public String exposedName() {
    return exposedName(id, kind, unit);
  }

  /** Omits the unit if it equals the last word of the name. */
  static String exposedName(String id, Kind kind, String unit) {
    String name = id.replace('.', '_');
    String counted = unit.isEmpty() || name.endsWith("_" + unit) ? name : name + "_" + unit;
    return kind == Kind.COUNTER ? counted + "_total" : counted;
  }

  /** Returns the roles that have the metric. */
  public Set<Role> roles() {
    return roles;
  }

  /** Returns the metrics of a role, in order. */
  public static List<Metric> of(Role role) {
    return Arrays.stream(values()).filter(metric -> metric.roles.contains(role)).toList();
  }

  /** Returns the type. */
  public Kind kind() {
    return kind;
  }

  /** Returns the unit. */
  public String unit() {
    return unit;
  }

  /** Returns the meaning. */
  public String meaning() {
    return meaning;
  }

  /** Returns the names of the labels; empty for most metrics. */
  public String[] labels() {
    return labels.isEmpty() ? new String[0] : labels.split(",");
  }
}
