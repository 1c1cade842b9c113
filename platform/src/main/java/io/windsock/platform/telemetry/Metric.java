package io.windsock.platform.telemetry;

import static io.windsock.platform.telemetry.Role.CONTROLLER;
import static io.windsock.platform.telemetry.Role.EVERY;
import static io.windsock.platform.telemetry.Role.GATEWAY;
import static io.windsock.platform.telemetry.Role.LINKS;
import static io.windsock.platform.telemetry.Role.LINK_RECEIVER;
import static io.windsock.platform.telemetry.Role.LINK_SENDER;
import static io.windsock.platform.telemetry.Role.REPLAY;
import static io.windsock.platform.telemetry.Role.SITE;
import static io.windsock.platform.telemetry.Role.STREAMING;
import static io.windsock.platform.telemetry.Role.TOPOLOGY;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The metrics of all roles: each with its roles, type, unit, meaning and labels. A metric is named
 * after its constant: {@code SITE_LAG} is {@code windsock.site.lag}. In Prometheus, the name has
 * underscores, followed by the unit and, for a counter, {@code _total}.
 */
public enum Metric {
  /** The paper's update delay, section 4.3. */
  UPDATE_DELAY(
      SITE,
      seconds(),
      "From a source event's append to its update being handed to clients' connections, per event,"
          + " less the time for which a rule withheld it; not while the site catches up."),
  SITE_READY(SITE, gauge(), "1 if the site can serve clients, else 0."),
  /** The site's part of the paper's ready queue, section 3.2.2. */
  SITE_LAG(SITE, gauge("offsets"), "Offsets of the log not applied by the site."),
  /** The paper's consistency, section 3.2.2. */
  SITE_STALE(
      SITE,
      gauge("events"),
      "Updates that the site's state lacks: withheld by the rules at the last marker applied, and"
          + " offsets of the log not applied."),
  SITE_STALENESS(
      SITE,
      gauge("seconds"),
      "Age of the oldest update lacking; while the site is cut off, of its last look at the log."),
  SITE_CUTOFF(
      SITE,
      gauge("seconds"),
      "For how long the site has not followed a part of the log, being cut off from it or held up"
          + " by its disk; 0: it follows all of it."),
  SITE_TWIN(
      SITE,
      gauge(),
      "1 while another running site uses this one's name, which it must not, else 0."),
  SITE_EPOCH(
      SITE,
      gauge(),
      "Epoch of the parameters in the last marker applied, the greatest of all partitions."),
  SITE_SNAPSHOT(SITE, gauge("bytes"), "Size of the newest snapshot; 0: none yet."),
  SITE_DROPPED(
      SITE, counter("samples"), "Samples of the site that did not reach the monitor topic."),
  SITE_COMMITS(
      SITE, counter("commits"), "Checkpoints: offsets that the site has committed at a marker."),
  SITE_UNCOMMITTED(
      SITE,
      gauge("offsets"),
      "Offsets of the log that the site has applied since its last checkpoint."),
  SITE_FAULTS(SITE, counter("records"), "Records of the log with a fault.", "fault"),
  HTTP_REQUESTS(
      EVERY,
      counter("requests"),
      "Requests answered; an SSE stream counts when it starts.",
      "route",
      "status"),
  HTTP_LATENCY(
      EVERY,
      seconds(),
      "From a request's acceptance to its answer being handed to the connection; SSE streams and"
          + " files of snapshots are not counted.",
      "route"),
  /** The pending requests of the paper, section 3.2.2. */
  HTTP_PENDING(
      EVERY,
      gauge("requests"),
      "Requests accepted and not yet answered; a subscription is pending until its initial state"
          + " has been sent."),
  HTTP_CONNECTIONS(EVERY, gauge("connections"), "Client connections open."),
  HTTP_REFUSED(
      EVERY,
      counter("requests"),
      "Requests and connections turned away because a limit was reached.",
      "limit"),
  CALL_ANSWERED(
      SITE,
      counter("calls"),
      "Calls that came in batches, by kind (key, view) and by what became of them: found, absent,"
          + " invalid; behind, the site had not reached the caller's position; busy, above the high"
          + " watermark; late, past the deadline; failed; cancelled, not answered.",
      "kind",
      "status"),
  CALL_BATCHES(
      SITE,
      counter("batches"),
      "Batches of calls received, heartbeats not counted; calls per batch are their size.",
      "kind"),
  CALL_LATENCY(
      SITE,
      seconds(),
      "From a call's arrival to its answer being handed to the links, of calls with a body for an"
          + " answer.",
      "kind"),
  CALL_PENDING(SITE, gauge("calls"), "Calls that came in batches and are not answered.", "kind"),
  CALL_STREAMS(SITE, gauge("streams"), "Streams of calls that gateways and requesters have open."),
  CALL_DROPPED(
      SITE,
      counter("answers"),
      "Answers dropped because a link had ended or took no more data; each copy counts."),
  VIEW_HITS(SITE, counter("requests"), "View requests answered from cached bytes."),
  VIEW_SHARED(
      SITE,
      counter("requests"),
      "View requests that waited for an encoding that another request had started."),
  VIEW_ENCODED(
      SITE,
      counter("encodings"),
      "Views encoded, each once for a version, media type and encoding."),
  VIEW_STREAMED(
      SITE, counter("answers"), "Views sent page by page because they are too big to be cached."),
  VIEW_DROPPED(
      SITE,
      counter("groups"),
      "Groups of a view dropped from the cache: changed, unused, or to make room.",
      "reason"),
  VIEW(SITE, gauge("bytes"), "Bytes of encoded views in the cache."),
  /** The paper's initial state, as its thin clients ask for it, section 2. */
  INITIAL_STATE(
      SITE,
      seconds(),
      "From the acceptance of a request to its full state being handed to the connection, by"
          + " kind of request: view, mostly answered from cached bytes; stream, a subscription;"
          + " resume, one from a token, to all that it missed. Views that have not changed are not"
          + " counted.",
      "by"),
  SSE_CLIENTS(STREAMING, gauge("clients"), "SSE streams open."),
  SSE_STARTED(
      SITE,
      counter("streams"),
      "SSE streams begun, by what they began with: full state (reset), what changed since a token"
          + " (resume), or full state in place of that, because it was less (rows).",
      "with"),
  SSE_ENCODED(
      SITE,
      counter("updates"),
      "Updates encoded, each once for each kind of row, however many clients follow."),
  SSE_SENT(SITE, counter("updates"), "Updates handed to clients' connections."),
  SSE_WRITTEN(SITE, counter("bytes"), "Bytes handed to SSE connections."),
  SSE_CONFLATED(
      SITE,
      counter("updates"),
      "Updates that a newer one of the same key replaced in a slow client's queue."),
  SSE_CUT(STREAMING, counter("clients"), "Clients cut off.", "reason"),
  SSE_UNSENT(SITE, gauge("bytes"), "Bytes waiting in slow clients' queues."),
  SSE_BEHIND(
      SITE,
      counter("requests"),
      "Subscriptions sent to another site because this one was behind their token for too long."),
  HUB_PENDING(SITE, gauge("updates"), "Updates applied and not yet encoded."),
  HUB_CONFLATED(
      SITE,
      counter("updates"),
      "Updates that a newer one of the same key replaced before they were encoded."),
  HUB_ROUND(
      SITE,
      gauge("seconds"),
      "Least time between two rounds of updates to clients: twice as long as their delivery takes."),
  CONTROLLER_ACTIVE(CONTROLLER, gauge(), "1 if this controller decides, 0 if it waits."),
  CONTROLLER_EPOCH(CONTROLLER, gauge(), "Epoch of the newest parameters known; 0: none yet."),
  CONTROLLER_SITES(
      CONTROLLER,
      gauge("sites"),
      "Sites whose samples count now, by role: central or mirror.",
      "role"),
  /** The paper's monitored variables, section 3.2.2. */
  MONITORED(
      CONTROLLER,
      gauge(),
      "Highest value of a monitored variable at any site, as the policy saw it last. Durations are"
          + " in seconds and named without Ms, all else is in the variable's own unit. Of the"
          + " active controller alone.",
      "variable"),
  /** The paper's thresholds, Table 1. */
  THRESHOLD(
      CONTROLLER,
      gauge(),
      "Thresholds in force, in the unit of windsock.monitored: primary, at which it adapts;"
          + " secondary, the margin; back, primary less secondary, below which it goes back. Of the"
          + " active controller alone.",
      "variable",
      "which"),
  PARAMETER(
      CONTROLLER,
      gauge(),
      "Numeric parameters in force. Durations are in seconds and named without Ms. Of the active"
          + " controller alone.",
      "parameter"),
  MODE(
      CONTROLLER,
      gauge(),
      "1 for the mode in force, 0 for every other function known. A mode between two functions is"
          + " named without its level, which is a windsock.parameter. Of the active controller"
          + " alone.",
      "mode"),
  MODE_CHANGED(
      CONTROLLER,
      gauge("seconds"),
      "Time of the last change of the mode, since the epoch, by modes as windsock.mode names them"
          + " and the reason; one series, of that change alone, and of the active controller"
          + " alone.",
      "from",
      "to",
      "reason"),
  MODE_CHANGES(
      CONTROLLER, counter("changes"), "Changes of the mode that this controller has made.", "to"),
  /** The paper's backup queue, section 3.2.2. */
  CHECKPOINT_LAG(
      CONTROLLER,
      gauge("offsets"),
      "Offsets of an output topic not covered by its commit point, of all partitions together;"
          + " without a live site, the last one, or the beginning of the log. Of the"
          + " active controller alone.",
      "topic"),
  CHECKPOINT_AGE(
      CONTROLLER,
      gauge("seconds"),
      "For how long a partition's commit point has not advanced while there was something to"
          + " commit, or could not be found, the longest of all partitions; else 0. Of the active"
          + " controller alone.",
      "topic"),
  /** The paper's checkpoints, Figure 3. */
  CHECKPOINT_ROUNDS(
      CONTROLLER,
      counter("checkpoints"),
      "Rounds in which this controller found the commit point.",
      "topic"),
  GATEWAY_READY(GATEWAY, gauge(), "1 if a site takes the gateway's calls, else 0."),
  GATEWAY_CALLS(
      GATEWAY,
      counter("calls"),
      "Calls with an outcome, by it: intime, a site's final answer before the deadline; refused, by"
          + " each site that was asked, or there was none, or the gateway stopped; late, past the"
          + " deadline; shed, at the limit of pending calls; invalid; abandoned, the requester"
          + " cancelled it or left.",
      "outcome"),
  GATEWAY_LATENCY(
      GATEWAY,
      seconds(),
      "From a call's arrival to its answer, of calls in time; of late ones, to their deadline.",
      "kind"),
  GATEWAY_SHED(
      GATEWAY, counter("calls"), "Calls refused at the limit of pending calls, by kind.", "kind"),
  /** The paper's reissue, Friedman and Birman, section 3.2. */
  GATEWAY_REISSUED(
      GATEWAY,
      counter("calls"),
      "Calls sent to a further site, by reason: early, it took longer than most calls; half, half of"
          + " the deadline had passed; exclusion, its site or primary gateway was excluded; refusal,"
          + " its site refused it or took no calls.",
      "reason"),
  GATEWAY_PENDING(GATEWAY, gauge("calls"), "Calls without an outcome, by kind.", "kind"),
  GATEWAY_LIMIT(
      GATEWAY,
      gauge("calls"),
      "Pending calls at which new ones are refused now, by kind: the high watermark, or fewer while"
          + " sites are slow.",
      "kind"),
  GATEWAY_USUAL(
      GATEWAY,
      gauge("seconds"),
      "Answer time within which most calls of a kind are answered (95 % by default), of the last"
          + " seconds; 0: too few calls.",
      "kind"),
  GATEWAY_DUPLICATES(
      GATEWAY, counter("answers"), "Answers to calls that were answered already; dropped."),
  GATEWAY_OVERDUE(
      GATEWAY,
      counter("answers"),
      "Answers after the deadline, or after the requester had left; dropped."),
  GATEWAY_UNKNOWN(
      GATEWAY, counter("answers"), "Answers that name no call, or of unknown sites; dropped."),
  GATEWAY_EARLY(GATEWAY, counter("answers"), "Answers that arrived before their call."),
  GATEWAY_BATCHES(
      GATEWAY,
      counter("batches"),
      "Batches received, heartbeats not counted, by what they hold: calls of requesters, or answers"
          + " of sites.",
      "of"),
  GATEWAY_BATCHED(
      GATEWAY,
      counter("messages"),
      "Calls or answers in those batches; messages per batch are their size.",
      "of"),
  /** The paper's batches, Friedman and Birman, section 3.3. */
  GATEWAY_SENT_BATCHES(
      GATEWAY,
      counter("batches"),
      "Batches with calls that were sent to sites, heartbeats and batches of cancels not counted."),
  GATEWAY_SENT_CALLS(
      GATEWAY,
      counter("calls"),
      "Calls in those batches, those sent to a further site included; calls per batch are their"
          + " size."),
  GATEWAY_UNSENT(
      GATEWAY,
      counter("calls"),
      "Calls that the link to their site did not take, being down or full; sent elsewhere."),
  GATEWAY_DROPPED(
      GATEWAY,
      counter("answers"),
      "Answers dropped because a requester's link had ended or took no more data."),
  GATEWAY_STREAMS(GATEWAY, gauge("streams"), "Streams of calls that requesters have open."),
  GATEWAY_SITES(
      GATEWAY,
      gauge("sites"),
      "Sites by state: alive, heartbeats arrive; open, those of them that get calls; drained, those"
          + " that an operator drains.",
      "state"),
  GATEWAY_GATEWAYS(GATEWAY, gauge("gateways"), "Gateways that share calls, this one included."),
  GATEWAY_EXCLUDED(
      GATEWAY, counter("members"), "Sites and gateways excluded because they were silent or lost."),
  GATEWAY_DETECTION(GATEWAY, gauge("seconds"), "For how long the last of them had been silent."),
  GATEWAY_PAUSES(
      GATEWAY,
      counter("pauses"),
      "Pauses of this process so long that members got more time before they count as silent."),
  GATEWAY_UNPUBLISHED(
      GATEWAY, counter("samples"), "Samples of the gateway that did not reach the monitor topic."),
  GATEWAY_PASSING(
      GATEWAY,
      gauge("requests"),
      "Requests passed through to sites that are in progress, streams of updates included."),
  GATEWAY_PASS_WAITING(
      GATEWAY, gauge("requests"), "Those of them that wait for their turn to be passed to a site."),
  GATEWAY_PASS_FAILURES(
      GATEWAY,
      counter("failures"),
      "How often a site failed before the first byte of its answer to such a request."),
  GATEWAY_UPDATES(
      GATEWAY,
      counter("updates"),
      "Updates by outcome: written, committed to their source topic; not written; unknown, no broker"
          + " answered in time.",
      "outcome"),
  LINK_STATE(
      LINK_SENDER,
      gauge(),
      "1 for the state that the sender is in, else 0: connecting, sending, paused, stopped, closed.",
      "state"),
  LINK_LAG(
      LINK_SENDER,
      gauge("offsets"),
      "Offsets of the source's log that the target has not acknowledged; absent before the first"
          + " session, and while the source has not reported for 3 s where it ends."),
  /** The paper's recovery point objective, section 3.2. */
  LINK_RPO(
      LINK_SENDER,
      gauge("seconds"),
      "Age of the oldest record that the target has not acknowledged; without a session, or while"
          + " the source does not report where it ends, for how long it may not have had all records;"
          + " absent while that is not known."),
  LINK_RPO_GOAL(
      LINK_SENDER,
      gauge("seconds"),
      "The age up to which records may be lost, by --rpo; absent without it."),
  LINK_DELAY(
      LINK_SENDER,
      seconds(),
      "From the timestamp of a batch's oldest record to the target's acknowledgement, by batch."),
  LINK_INTERVAL(LINK_SENDER, gauge("seconds"), "The batch interval; 0: before the first reply."),
  LINK_THRESHOLD(
      LINK_SENDER, gauge("records"), "The most records of a batch; 0: before the first reply."),
  LINK_UNACKNOWLEDGED(
      LINK_SENDER, gauge("batches"), "Batches that were sent and are not acknowledged."),
  LINK_SESSIONS(
      LINKS,
      counter("sessions"),
      "Sessions opened since the start; more than one: the line was lost, or the link paused."),
  LINK_BATCHES(LINKS, counter("batches"), "Batches committed at the target."),
  LINK_RECORDS(LINKS, counter("records"), "Records in those batches."),
  LINK_BYTES(
      LINKS,
      counter("bytes"),
      "Bytes of those batches by form: plain, before compression; sent, compressed and encrypted.",
      "form"),
  LINK_BATCH_RECORDS(LINKS, gauge("records"), "Records of the last of those batches."),
  LINK_BATCH_BYTES(LINKS, gauge("bytes"), "Its bytes, before compression."),
  LINK_COMPRESSION(
      LINKS, gauge("ratio"), "Its bytes before compression per byte sent; 0: none yet."),
  LINK_STAGE(
      LINKS,
      gauge("seconds"),
      "Time of a stage for a batch, a mean over the last ones; the sender has the receiver's stages"
          + " from its replies.",
      "stage"),
  LINK_PIPELINE(
      LINKS,
      gauge("threads"),
      "Threads for the parts of a batch, by the kind of pipeline in use; /v1/status has the reason.",
      "kind"),
  LINK_STREAMS(LINK_RECEIVER, gauge("sessions"), "Sessions of senders that are open."),
  LINK_REFUSED(
      LINK_RECEIVER,
      counter("frames"),
      "Frames refused, each of which ended its session, by reason: othersession, replayed,"
          + " outoforder, altered, unknownkey, malformed, gap.",
      "reason"),
  REPLAY_SENT(REPLAY, counter("records"), "Records sent.", "stream"),
  REPLAY_BEHIND(REPLAY, gauge("seconds"), "How much later than its time the last record was sent."),
  TOPOLOGY_RUNNING(TOPOLOGY, gauge(), "1 if this instance processes, else 0."),
  TOPOLOGY_OWNED(TOPOLOGY, gauge("partitions"), "Partitions that this instance works on."),
  TOPOLOGY_RECEIVED(
      TOPOLOGY, counter("records"), "Source records received, as counted by markers."),
  TOPOLOGY_FORWARDED(
      TOPOLOGY, counter("records"), "Events sent to the forward topic, as counted by markers."),
  TOPOLOGY_MIRRORED(
      TOPOLOGY,
      counter("records"),
      "Events and updates sent to the mirror topic, as counted by markers."),
  TOPOLOGY_CARRIED(
      TOPOLOGY,
      counter("events"),
      "Source events sent to the mirror topic inside a coalesced update."),
  /** The paper's overwriting. */
  TOPOLOGY_TAKEN(
      TOPOLOGY, counter("events"), "Source events superseded, by the rule that took them.", "rule"),
  TOPOLOGY_DEADLETTERED(
      TOPOLOGY, counter("records"), "Source records sent to the dead-letter topic."),
  TOPOLOGY_LOST(
      TOPOLOGY,
      counter("records"),
      "Offsets of the source topics that were deleted before they were received.",
      "stream",
      "partition"),
  /** The paper's CHKPT messages. */
  TOPOLOGY_MARKERS(TOPOLOGY, counter("markers"), "Markers written."),
  /** The paper's ready queue, section 3.2.2. */
  TOPOLOGY_READY(
      TOPOLOGY,
      gauge("records"),
      "Source records not received yet, of the partitions that this instance works on."),
  TOPOLOGY_HELD(TOPOLOGY, gauge("events"), "Source events that rules hold back now."),
  /** The paper's consistency, section 3.2.2. */
  TOPOLOGY_WITHHELD(
      TOPOLOGY,
      gauge("events"),
      "Updates that mirrors lack because a rule holds them back or has thinned a run."),
  TOPOLOGY_EPOCH(
      TOPOLOGY,
      gauge(),
      "Epoch of the parameters in force, the least of this instance's partitions; 0: none yet."),
  SITE_APPLIED(SITE, counter("events"), "Event records applied since the start."),
  STORE(
      SITE,
      gauge("bytes"),
      "What the database uses: cache (write buffers included), writeBuffers, disk.",
      "part"),
  STORE_COMPACTION(
      SITE, gauge("bytes"), "Estimate of what the database's compaction has still to rewrite.");

  /** The type of a metric. */
  public enum Kind {
    /** A value that only increases. */
    COUNTER,
    /** A value that goes up and down. */
    GAUGE,
    /** A distribution of values, in classic buckets. */
    HISTOGRAM
  }

  private record Type(Kind kind, String unit) {}

  private final String id = "windsock." + name().toLowerCase(Locale.ROOT).replace('_', '.');

  @SuppressWarnings("ImmutableEnumChecker") // Set.of returns an immutable set
  private final Set<Role> roles;

  private final Kind kind;
  private final String unit;
  private final String meaning;
  private final String labels;

  Metric(Role role, Type type, String meaning, String... labels) {
    this(Set.of(role), type, meaning, labels);
  }

  Metric(Set<Role> roles, Type type, String meaning, String... labels) {
    this.roles = roles;
    this.kind = type.kind;
    this.unit = type.unit;
    this.meaning = meaning;
    this.labels = String.join(",", labels);
  }

  private static Type counter(String unit) {
    return new Type(Kind.COUNTER, unit);
  }

  private static Type gauge(String unit) {
    return new Type(Kind.GAUGE, unit);
  }

  private static Type gauge() {
    return gauge("");
  }

  private static Type seconds() {
    return new Type(Kind.HISTOGRAM, "seconds");
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
