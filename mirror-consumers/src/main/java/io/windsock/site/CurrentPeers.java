package io.windsock.site;

import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.platform.http.client.Reply;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports whether another site is current, for a site that is cut off or held up: its clients
 * should move only if some other site can serve them. Polls the peers while this site is cut off,
 * on a thread of its own. Any thread may read the result.
 *
 * <pre>
 *  in contact ──cut off──▶ waits, as the others may notice a moment later ──▶ asks them every second
 *      ▲                                                                          │
 *      └───────────────────────── reaches Kafka again ────────────────────────────┘
 * </pre>
 */
final class CurrentPeers implements AutoCloseable {
  /** The most peers asked. */
  static final int MAX_PEERS = 16;

  /**
   * How long this site is cut off before it asks. By then, peers with the same fault have noticed
   * it.
   */
  static final long FIRST_AFTER_MS = 1_500;

  private static final Logger LOG = LoggerFactory.getLogger(CurrentPeers.class);
  private static final long LOOK_MS = 250;
  private static final long ASK_EVERY_MS = 1_000;
  private static final RemoteKind KIND =
      new RemoteKind(
          "site", "http://127.0.0.1:8080", "ask another", Duration.ofSeconds(1), 64 * 1024);

  private final String site;
  private final BooleanSupplier cutOff;
  private final Supplier<List<String>> peers;
  private final Supplier<List<String>> neighbours;
  private final Thread thread;
  private volatile boolean any;
  private volatile boolean closing;

  /**
   * Creates a watch over a site's peers.
   *
   * @param cutOff whether the site is cut off or held up now
   * @param peers base URLs of the other sites that its clients know, the first {@value #MAX_PEERS}
   *     of which are asked
   * @param neighbours base URLs at which this site reaches others; asked if there are peers and
   *     none of them answers, as the URLs of peers are those for clients
   */
  CurrentPeers(
      String site,
      BooleanSupplier cutOff,
      Supplier<List<String>> peers,
      Supplier<List<String>> neighbours) {
    this.site = site;
    this.cutOff = cutOff;
    this.peers = peers;
    this.neighbours = neighbours;
    thread = new Thread(this::run, "peers-" + site);
    thread.setDaemon(true);
  }

  /** Starts watching. */
  void start() {
    thread.start();
  }

  /** Whether a peer recently reported that it is ready. False while this site reaches Kafka. */
  boolean any() {
    return any;
  }

  private void run() {
    try {
      while (!closing) {
        if (cutOff.getAsBoolean()) {
          Thread.sleep(FIRST_AFTER_MS);
          askWhileCutOff();
        }
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException e) {
      LOG.debug("{}: stopped asking its peers", site);
    }
  }

  private void askWhileCutOff() throws InterruptedException {
    while (!closing && cutOff.getAsBoolean()) {
      String current = current();
      if ((current != null) != any) {
        String then = current == null ? "no other site is current" : current + " is current";
        LOG.info("{}: not current; {}", site, then);
      }
      any = current != null;
      Thread.sleep(ASK_EVERY_MS);
    }
    any = false;
  }

  /** Returns the URL of the first ready site, or null if there is none. */
  private @Nullable String current() throws InterruptedException {
    List<String> known = peers.get();
    Asked asked = ask(known);
    if (known.isEmpty() || asked.answered()) {
      return asked.ready();
    }
    return ask(neighbours.get()).ready();
  }

  /**
   * The outcome of asking some sites.
   *
   * @param ready the URL of the first ready one; null if none is
   * @param answered whether any answered
   */
  private record Asked(@Nullable String ready, boolean answered) {}

  private Asked ask(List<String> urls) throws InterruptedException {
    Map<String, CompletableFuture<Reply>> answers = new LinkedHashMap<>();
    for (String url : urls) {
      if (answers.size() < MAX_PEERS) {
        Remote peer = new Remote(KIND, url);
        answers.put(url, peer.start(peer.request("/health/ready")));
      }
    }
    boolean answered = false;
    for (Map.Entry<String, CompletableFuture<Reply>> answer : answers.entrySet()) {
      try {
        if (answer.getValue().get().ok()) {
          return new Asked(answer.getKey(), true);
        }
        answered = true;
      } catch (ExecutionException e) {
        LOG.debug("{} does not answer: {}", answer.getKey(), e.toString());
      }
    }
    return new Asked(null, answered);
  }

  @Override
  public void close() {
    closing = true;
    thread.interrupt();
  }
}
