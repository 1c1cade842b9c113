package io.windsock.evaluation.lab;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.topic.Topics;
import io.windsock.evaluation.load.Answers;
import io.windsock.evaluation.load.EndWatch;
import io.windsock.evaluation.load.Feed;
import io.windsock.evaluation.load.Followers;
import io.windsock.evaluation.load.Httperf;
import io.windsock.evaluation.load.LogTrimmer;
import io.windsock.evaluation.load.Pace;
import io.windsock.evaluation.load.Positions;
import io.windsock.evaluation.load.RegularClient;
import io.windsock.evaluation.load.Sent;
import io.windsock.evaluation.load.SentDelays;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.evaluation.node.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.TopicPartition;

/**
 * A cluster of emulated nodes through which sequences of events run, with a regular client at the
 * central site. One thread owns it.
 */
public final class Lab implements AutoCloseable {
  /** What clients ask a mirror for. */
  public static final String INITIAL_STATE = "/v1/views/" + Positions.VIEW;

  private static final Topics TOPICS = Topics.standard();
  private static final long SEED = 1;
  private static final double NS_PER_SECOND = 1e9;

  private final boolean withoutEffect;
  private final WorkFolder folder;
  private final Cluster cluster;
  private final Feed feed;
  private final RegularClient client;
  private final LogTrimmer trimmer;
  private final EndWatch centralEnds;
  private final Mirrors mirrors;

  /** By size of an event. A million keys take about a second. */
  private final Map<Integer, Positions> positions = new HashMap<>();

  private final Monitor monitor;
  private final FunctionSwitch functions;
  private LabPlan plan;
  private boolean limited;
  private long sequence;

  private Lab(LabPlan plan, boolean withoutEffect, WorkFolder folder) throws InterruptedException {
    this.plan = plan;
    this.withoutEffect = withoutEffect;
    this.folder = folder;
    cluster = new Cluster(folder.path(), plan);
    try {
      feed = cluster.closing(new Feed(cluster.bootstrapServers(), TOPICS));
      trimmer = cluster.closing(new LogTrimmer(cluster.bootstrapServers()));
      monitor = cluster.closing(new Monitor(cluster.bootstrapServers(), TOPICS));
      client = cluster.closing(new RegularClient(cluster.central().toString()));
      centralEnds = cluster.watch(cluster.central());
      mirrors = new Mirrors(cluster);
      functions = new FunctionSwitch(cluster, monitor, withoutEffect);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * Starts the cluster, without quotas.
   *
   * @param withoutEffect whether every function mirrors like {@link Function#SIMPLE}
   */
  public static Lab start(LabPlan plan, boolean withoutEffect)
      throws IOException, InterruptedException {
    WorkFolder folder = WorkFolder.create();
    try {
      return new Lab(plan, withoutEffect, folder);
    } catch (RuntimeException | InterruptedException e) {
      folder.close();
      throw e;
    }
  }

  /** Returns the partitions that grow with the events. */
  private List<TopicPartition> grown() {
    return Stream.of(TOPICS.source(Positions.STREAM), TOPICS.forward(), TOPICS.mirror())
        .flatMap(
            topic ->
                IntStream.range(0, plan.partitions()).mapToObj(i -> new TopicPartition(topic, i)))
        .toList();
  }

  /** Returns the plan of the nodes. */
  public LabPlan plan() {
    return plan;
  }

  /** Returns events of this size, for the keys of the plan; the same object each time. */
  public Positions positions(int valueBytes) {
    return positions.computeIfAbsent(valueBytes, bytes -> new Positions(plan.keys(), bytes, SEED));
  }

  /** Whether it has the nodes of a plan, whatever their quotas. */
  public boolean hasNodesOf(LabPlan other, boolean withoutAnEffect) {
    return withoutAnEffect == withoutEffect && plan.equals(other.withCpus(plan));
  }

  /** Puts the quotas of a plan with the same nodes in force, now and each time they are. */
  public void limit(LabPlan quotas) {
    plan = plan.withCpus(quotas);
    limit();
  }

  /** Puts the quotas of the plan in force. */
  public void limit() {
    limited = true;
    cluster.centralNode().limit(plan.centralCpus());
    mirrors.limit(plan.mirrorCpus());
  }

  /** Removes the quotas. */
  public void unlimited() {
    limited = false;
    cluster.centralNode().unlimited();
    mirrors.unlimited();
  }

  /**
   * Puts a function in force and runs the first mirrors only; the others stop where they are.
   * Without an effect, every event is mirrored, to all mirrors.
   *
   * @param working how many mirrors work; none if the function mirrors nothing
   */
  public void use(Function wanted, int working) throws InterruptedException {
    activate(plan.working(working, withoutEffect));
    functions.use(wanted);
    settle();
  }

  /**
   * Makes calls of the mirroring API, whose last one stays in force or decides what is; all mirrors
   * work.
   */
  public void adapt(List<MirroringCall> calls) throws InterruptedException {
    activate(plan.mirrors());
    functions.make(calls);
    settle();
  }

  /** Lets a function replace the one in force while events are sent; does not wait for it. */
  public void change(Function wanted) {
    functions.change(wanted);
  }

  /** Returns the latest reports of the sites and the topology. */
  public Monitor.Reading reading() {
    return monitor.reading();
  }

  private void activate(int working) throws InterruptedException {
    if (mirrors.activate(working) && limited) {
      catchUp();
    }
  }

  /** Mirrors that were paused read what they missed; within quotas that would take long. */
  private void catchUp() throws InterruptedException {
    try {
      unlimited();
      settle();
    } finally {
      limit();
    }
  }

  /** Does what {@link #finish} and {@link #tidy} do. */
  public void settle() throws InterruptedException {
    finish();
    tidy();
  }

  /** Ends the sequence in progress and waits until all sites that work have finished it. */
  public void finish() throws InterruptedException {
    feed.end(++sequence);
    centralEnds.await(sequence, Cluster.PATIENCE);
    mirrors.await(sequence);
  }

  /**
   * Lets paused mirrors read what they have missed, at the broker's cost, and deletes what was
   * there when this was last done. Nothing may be in progress.
   */
  public void tidy() throws InterruptedException {
    mirrors.catchUpPaused(sequence);
    trimmer.trim(grown());
  }

  /** Sends a sequence as fast as the central node takes it, and waits until it is executed. */
  public Execution execute(Positions positions, long events, Requests requests)
      throws InterruptedException {
    CentralUse before = CentralUse.of(cluster);
    long startNs = System.nanoTime();
    List<Httperf> callers = callMirrors(requests);
    try {
      feed.burst(positions, events);
      feed.end(++sequence);
      long centralNs = centralEnds.await(sequence, Cluster.PATIENCE);
      CentralUse used = CentralUse.of(cluster).since(before);
      long endNs = Math.max(centralNs, mirrors.await(sequence));
      List<Answers> answers = new ArrayList<>();
      for (Httperf caller : callers) {
        answers.add(caller.await());
      }
      double answeredSeconds = answers.stream().mapToDouble(Answers::seconds).max().orElse(0);
      checkClient();
      return new Execution(
          events,
          (centralNs - startNs) / NS_PER_SECOND,
          Math.max((endNs - startNs) / NS_PER_SECOND, answeredSeconds),
          used.node(),
          used.processes(),
          used.compilersUs(),
          answers.stream().mapToLong(Answers::answered).sum(),
          answers.stream().mapToLong(Answers::failed).sum());
    } finally {
      callers.forEach(Httperf::close);
    }
  }

  /**
   * Starts requests to the active mirrors, all of which get a connection however long they wait.
   */
  private List<Httperf> callMirrors(Requests requests) {
    return requests.at(mirrors.activeUrls(), plan.keys()).stream()
        .flatMap(calls -> calls.divided().stream())
        .map(Httperf::start)
        .toList();
  }

  /** Starts requests, an equal part at each of these sites; the caller closes them. */
  public List<Httperf> call(Requests requests, List<URI> sites) {
    return requests.at(sites, plan.keys()).stream().map(Httperf::start).toList();
  }

  /**
   * Starts to send events, on a thread of its own.
   *
   * @return completes when all are acknowledged; nothing else may be sent before
   */
  public CompletableFuture<Sent> feed(Positions positions, Pace pace) {
    return CompletableFuture.supplyAsync(() -> feed.paced(positions, pace));
  }

  /** Ends what {@link #feed} has started early. */
  public void stopFeeding() {
    feed.stop();
  }

  /** Adds regular clients to the central site, until they are closed. */
  public Followers followers(int clients) {
    return new Followers(List.of(cluster.central()), clients, Positions.VIEW);
  }

  /** Returns the size of the initial state at the first mirror, in bytes. */
  public int initialStateBytes() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(cluster.mirrors().get(0).resolve(INITIAL_STATE)).build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.ofByteArray())
        .body()
        .length;
  }

  /** Returns the update delays at the regular client since the last call, in ms. */
  public Histogram takeDelays() {
    checkClient();
    return client.takeDelays();
  }

  /**
   * Has the regular client's delays of events that are sent from now on added up by second.
   *
   * @param seconds how many seconds count
   */
  public SentDelays delaysFromNow(int seconds) {
    SentDelays delays = new SentDelays(System.currentTimeMillis(), seconds);
    client.addTo(delays);
    return delays;
  }

  /** Counts the updates that the regular client receives from now on. */
  public ReceivedUpdates receiving() {
    return new ReceivedUpdates(client, client.received());
  }

  /**
   * Sends events at a constant rate.
   *
   * @return the update delays at the regular client, in ms
   */
  public Histogram follow(Positions positions, double perSecond, Duration duration)
      throws InterruptedException {
    client.takeDelays();
    feed.paced(positions, Pace.constant(perSecond, duration));
    settle();
    checkClient();
    return client.takeDelays();
  }

  /** Returns the regular client of the central site. */
  public RegularClient client() {
    return client;
  }

  /**
   * Ends the regular client for good. Where each event has a key of its own, a site can merge
   * nothing for a client, and cuts it once it falls behind for a moment.
   */
  public void leaveClient() {
    client.close();
  }

  private void checkClient() {
    if (client.cut()) {
      throw new IllegalStateException("the central site cut the regular client");
    }
  }

  /** Returns the processor time of the central node and its compilers since it started, in µs. */
  public long centralWithCompilersUs() {
    return cluster.centralNode().use().cpuUs() + cluster.centralNode().compilersUs();
  }

  /** Returns what the central node and the first mirror, which must exist, have used. */
  public LabUse usage() {
    Node mirror = cluster.mirrorNodes().get(0);
    return new LabUse(cluster.centralProcesses(), mirror.use(), mirror.residentBytes());
  }

  /** Returns the base URLs of the central site and the mirrors. */
  public List<URI> sites() {
    List<URI> sites = new ArrayList<>(List.of(cluster.central()));
    sites.addAll(cluster.mirrors());
    return sites;
  }

  @Override
  public void close() {
    try {
      cluster.close();
    } finally {
      deleteFiles();
    }
  }

  private void deleteFiles() {
    try {
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
