package io.windsock.evaluation.gateway.lab;

import io.windsock.embedded.BrokerMain;
import io.windsock.embedded.FreePort;
import io.windsock.evaluation.gateway.load.CallsOrder;
import io.windsock.evaluation.gateway.load.CallsProcess;
import io.windsock.evaluation.lab.SiteMain;
import io.windsock.evaluation.machine.AtExit;
import io.windsock.evaluation.machine.WorkFolder;
import io.windsock.evaluation.node.Node;
import io.windsock.gateway.core.CoreSettings.RoutingPolicy;
import io.windsock.testbed.fault.FaultyLink;
import io.windsock.testbed.fault.LinkFault;
import io.windsock.testbed.process.ChildProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A group of gateways and sites, and the process that calls them. One thread owns it. */
public final class CallLab implements AutoCloseable {
  private static final int PAIR = 2;
  private static final String HOST = "127.0.0.1";

  /** Where the relay that can be faulty listens, on the port of the links behind it. */
  private static final String FAULTY_HOST = "127.0.0.2";

  private final CallPlan plan;
  private final WorkFolder folder;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();

  /** Every node that was ever created, for the end of the program. */
  private final List<Node> nodes = new CopyOnWriteArrayList<>();

  private final List<Member> members = new CopyOnWriteArrayList<>();
  private final List<Member> sites = new ArrayList<>();
  private final List<List<Member>> pairs = new ArrayList<>();
  private final String bootstrapServers;
  private final CallsProcess calls;
  private final @Nullable ChildProcess relay;
  private final AtExit abort;
  private int pair;
  private int added;

  private CallLab(CallPlan plan, WorkFolder folder) throws IOException, InterruptedException {
    this.plan = plan;
    this.folder = folder;
    started.push(folder);
    abort = AtExit.run("call-lab-abort", () -> Node.killAll(nodes));
    try {
      bootstrapServers =
          node("broker")
              .start(BrokerMain.class, plan.jvm(), List.of(file("broker"), "0"))
              .await("ready");
      Numbers.write(bootstrapServers, plan.keys());
      int port = FreePort.any();
      for (int i = 1; i <= plan.sites(); i++) {
        boolean faulty = plan.faulty() && i == plan.sites();
        sites.add(faulty ? faultySite("m" + i, port) : site("m" + i));
      }
      startAll(sites);
      relay = plan.faulty() ? relay(port) : null;
      for (RoutingPolicy policy : plan.policies()) {
        pairs.add(pair(policy));
      }
      for (List<Member> each : pairs) {
        startAll(each);
      }
      calls = startCalls("calls");
    } catch (RuntimeException | IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /** Starts a group, without quotas. */
  public static CallLab start(CallPlan plan) throws IOException, InterruptedException {
    return new CallLab(plan, WorkFolder.create());
  }

  private Node create(String name) {
    Node node = Node.create(folder.path().getFileName() + "-" + name);
    nodes.add(node);
    return node;
  }

  private String file(String name) {
    return folder.path().resolve(name).toString();
  }

  private Member add(Member member) {
    members.add(member);
    return member;
  }

  private Member site(String name) {
    return site(name, siteArgs(name));
  }

  private Member site(String name, List<String> args) {
    Node node = create(name);
    return add(new Member(name, node, SiteMain.class, plan.siteJvm(), args, plan.siteCpus()));
  }

  private Member gateway(String name, List<String> args) {
    Node node = create(name);
    return add(new Member(name, node, GatewayMain.class, plan.jvm(), args, CallPlan.UNLIMITED));
  }

  private Member faultySite(String name, int linkPort) {
    List<String> args = new ArrayList<>(siteArgs(name));
    args.add(Integer.toString(linkPort));
    args.add("http://" + FAULTY_HOST);
    return site(name, args);
  }

  private List<String> siteArgs(String name) {
    return List.of("mirror", name, bootstrapServers, file(name), Numbers.DOMAIN);
  }

  private ChildProcess relay(int port) {
    ChildProcess process =
        node("relay")
            .start(
                FaultyLink.class,
                Node.JVM,
                List.of("http://" + FAULTY_HOST + ":" + port, "http://" + HOST + ":" + port));
    process.await("ready");
    return process;
  }

  private Node node(String name) {
    Node node = create(name);
    started.push(node);
    return node;
  }

  private CallsProcess startCalls(String name) {
    return CallsProcess.start(node(name));
  }

  /** Starts another process that makes calls, which ends with the group. */
  public CallsProcess startFurtherCalls() {
    return startCalls("further-calls");
  }

  private List<Member> pair(RoutingPolicy policy) throws IOException {
    List<Member> gateways = new ArrayList<>();
    for (int i = 1; i <= PAIR; i++) {
      String name = "g" + (PAIR * pairs.size() + i);
      List<String> args =
          List.of(
              name,
              bootstrapServers,
              Integer.toString(FreePort.any()),
              Integer.toString(FreePort.any()),
              policy.name());
      gateways.add(gateway(name, args));
    }
    return gateways;
  }

  private static void startAll(List<Member> starting) {
    starting.forEach(Member::start);
    starting.forEach(Member::awaitReady);
  }

  /** Returns the sites of the plan. */
  public List<Member> sites() {
    return sites;
  }

  /** Returns the gateways in use. */
  public List<Member> gateways() {
    return pairs.get(pair);
  }

  /** Returns the process that makes calls. */
  public CallsProcess calls() {
    return calls;
  }

  /** Returns a load over links at the gateways in use, for all numbers. */
  public CallsOrder order() {
    return CallsOrder.links(gateways().stream().map(Member::linkUrl).toList(), plan.keys());
  }

  /**
   * Calls each pair of gateways until calls take no less processor time than those before, so that
   * all JVMs have compiled what they need, and then puts the quotas in force.
   *
   * @param note takes what happened, a sentence for each pair
   */
  public void warmUp(Consumer<String> note) throws InterruptedException {
    new CallWarmUp(this, plan).run(note);
    sites.forEach(Member::limit);
  }

  /** Uses the first sites and the plan's first pair of gateways. */
  public void use(int count) throws InterruptedException {
    use(count, plan.policies().get(0));
  }

  /**
   * Uses the first sites and a pair of gateways, pauses all others, and waits until those in use
   * know each other.
   */
  public void use(int count, RoutingPolicy policy) throws InterruptedException {
    pair = plan.policies().indexOf(policy);
    for (int i = 0; i < sites.size(); i++) {
      set(sites.get(i), i < count);
    }
    for (int i = 0; i < pairs.size(); i++) {
      boolean used = i == pair;
      pairs.get(i).forEach(gateway -> set(gateway, used));
    }
    awaitGroup();
  }

  private static void set(Member member, boolean used) {
    if (used) {
      member.resume();
    } else if (!member.isPaused()) {
      member.pause();
    }
  }

  /** Pauses every site and gateway, for the time that another laboratory is used. */
  public void pause() {
    members.stream().filter(member -> !member.isPaused()).forEach(Member::pause);
  }

  /** Waits until the gateways in use that run know each other and send calls to all sites. */
  public void awaitGroup() throws InterruptedException {
    List<Member> running = gateways().stream().filter(Member::isAlive).toList();
    GatewayReports.awaitGroup(running, members.stream().filter(this::serves).count());
  }

  private boolean serves(Member member) {
    boolean site = pairs.stream().noneMatch(each -> each.contains(member));
    return site && member.isAlive() && !member.isPaused();
  }

  /**
   * Returns what a gateway has counted since its start; nothing if it does not run.
   *
   * @throws IllegalStateException if it runs and does not report that within a minute
   */
  public GatewayCounts counts(Member gateway) throws InterruptedException {
    return GatewayReports.counts(gateway);
  }

  /**
   * Starts a site that was not in the group before, with an empty state; see {@link
   * Member#startBeside}.
   */
  public Member addSite() {
    added++;
    Member site = site("added-" + added);
    site.startBeside();
    return site;
  }

  /** Ends a site that was added, and forgets it. */
  public void removeSite(Member site) {
    members.remove(site);
    site.close();
  }

  /** Lets the relay before the last site have a fault. */
  public void fault(LinkFault fault) {
    if (relay == null) {
      throw new IllegalStateException("the plan has no relay");
    }
    relay.tell(fault.toString());
    var unused = relay.await("now");
  }

  @Override
  public void close() {
    if (!abort.cancel()) {
      return; // the program stops, and that ends the nodes
    }
    members.forEach(member -> started.push(member::abort)); // their state is not needed again
    RuntimeException first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        first = first == null ? new IllegalStateException("did not stop cleanly: " + e, e) : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
