package io.windsock.evaluation.scale;

import io.windsock.evaluation.lab.Lab;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that requests initial state at a rate, one request after the other, on a thread of its
 * own until it is closed. Counts are valid once it is closed.
 */
final class Asker implements AutoCloseable {
  private static final int OK = 200;
  private static final double NS_PER_SECOND = 1e9;

  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpRequest request;
  private final double perSecond;
  private final Thread thread;
  private volatile boolean closing;
  private volatile String fault = "";
  private volatile long requests;
  private volatile long bytes;

  Asker(URI site, double perSecond, int rows) {
    this.perSecond = perSecond;
    request = HttpRequest.newBuilder(site.resolve(Lab.INITIAL_STATE + "?limit=" + rows)).build();
    thread = new Thread(this::ask, "asker");
    if (perSecond > 0) {
      thread.start();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only this thread writes
  private void ask() {
    long startNs = System.nanoTime();
    try {
      while (!closing) {
        long dueNs = startNs + (long) (requests * NS_PER_SECOND / perSecond);
        LockSupport.parkNanos(dueNs - System.nanoTime());
        if (System.nanoTime() >= dueNs && !closing) {
          var response = http.send(request, BodyHandlers.ofByteArray());
          if (response.statusCode() != OK) {
            throw new IOException("status " + response.statusCode());
          }
          requests++;
          bytes += response.body().length;
        }
      }
    } catch (IOException e) {
      fault = e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the number of responses. */
  long requests() {
    return requests;
  }

  /** Returns the bytes of their bodies. */
  long bytes() {
    return bytes;
  }

  /**
   * Waits for the response in progress.
   *
   * @throws IllegalStateException if a request failed
   */
  void finish() throws InterruptedException {
    closing = true;
    LockSupport.unpark(thread);
    thread.join();
    if (!fault.isEmpty()) {
      throw new IllegalStateException("a request for initial state failed: " + fault);
    }
  }

  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
  }
}
