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
  private final Supplier<List<String>> urls;
  private final Thread thread;
  private volatile boolean any;
  private volatile boolean closing;

  /**
   * Creates a watch over a site's peers.
   *
   * @param cutOff whether the site is cut off or held up now
   * @param urls base URLs of the other sites
   */
  CurrentPeers(String site, BooleanSupplier cutOff, Supplier<List<String>> urls) {
    this.site = site;
    this.cutOff = cutOff;
    this.urls = urls;
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

  /** Returns the URL of the first ready peer, or null if there is none. */
  private @Nullable String current() throws InterruptedException {
    Map<String, CompletableFuture<Reply>> answers = new LinkedHashMap<>();
    for (String url : urls.get()) {
      if (answers.size() < MAX_PEERS) {
        Remote peer = new Remote(KIND, url);
        answers.put(url, peer.start(peer.request("/health/ready")));
      }
    }
    for (Map.Entry<String, CompletableFuture<Reply>> answer : answers.entrySet()) {
      if (ready(answer.getValue())) {
        return answer.getKey();
      }
    }
    return null;
  }

  private static boolean ready(CompletableFuture<Reply> answer) throws InterruptedException {
    try {
      return answer.get().ok();
    } catch (ExecutionException e) {
      LOG.debug("a peer does not answer: {}", e.toString());
      return false;
    }
  }

  @Override
  public void close() {
    closing = true;
    thread.interrupt();
  }
}
