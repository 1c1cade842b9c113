package io.windsock.site;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether another site is current, for a site that is cut off or held up: then its clients are
 * better off there, and otherwise they are best left where they are. Asks only while this site is
 * cut off, on a thread of its own; any thread may read the answer.
 *
 * <pre>
 *  in contact ──cut off──▶ waits, as the others may notice a moment later ──▶ asks them every second
 *      ▲                                                                          │
 *      └───────────────────────── reaches Kafka again ────────────────────────────┘
 * </pre>
 */
final class CurrentPeers implements AutoCloseable {
  /** Peers asked at the most. */
  static final int MAX_PEERS = 16;

  /** How long this site is cut off before it asks: others that are, too, know it by then. */
  static final long FIRST_AFTER_MS = 1_500;

  private static final Logger LOG = LoggerFactory.getLogger(CurrentPeers.class);
  private static final long LOOK_MS = 250;
  private static final long ASK_EVERY_MS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int OK = 200;

  private final String site;
  private final BooleanSupplier cutOff;
  private final Supplier<List<String>> urls;
  private final Thread thread;
  private @Nullable HttpClient http;
  private volatile boolean any;
  private volatile boolean closing;

  /**
   * Peers of a site.
   *
   * @param cutOff whether the site is cut off or held up now
   * @param urls base URLs of the others
   */
  CurrentPeers(String site, BooleanSupplier cutOff, Supplier<List<String>> urls) {
    this.site = site;
    this.cutOff = cutOff;
    this.urls = urls;
    thread = new Thread(this::run, "peers-" + site);
    thread.setDaemon(true);
  }

  /** Begins to watch. */
  void start() {
    thread.start();
  }

  /** Whether one answered a moment ago that it is ready; false while this site reaches Kafka. */
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
      LOG.debug("{}: asks its peers no more", site);
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

  /** The first that is ready; null if none is. */
  private @Nullable String current() throws InterruptedException {
    List<String> asked = new ArrayList<>();
    List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
    for (String url : urls.get()) {
      if (asked.size() < MAX_PEERS) {
        asked.add(url);
        answers.add(ask(url));
      }
    }
    for (int i = 0; i < asked.size(); i++) {
      if (ready(answers.get(i))) {
        return asked.get(i);
      }
    }
    return null;
  }

  private CompletableFuture<HttpResponse<Void>> ask(String url) {
    HttpClient client = http;
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(PATIENCE)
              .build();
      http = client;
    }
    String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + "/health/ready")).timeout(PATIENCE).build();
    return client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
  }

  private static boolean ready(CompletableFuture<HttpResponse<Void>> answer)
      throws InterruptedException {
    try {
      return answer.get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS).statusCode() == OK;
    } catch (ExecutionException | TimeoutException e) {
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
