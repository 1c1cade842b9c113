package io.windsock.platform.http.client;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of one remote HTTP server. It bounds the time and the size of an answer. Any thread may
 * use it.
 */
public final class Remote {
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** Shared, because each client has threads of its own. */
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();

  private final RemoteKind kind;
  private final String url;

  /**
   * Creates a client of the server at {@code url}; {@code 127.0.0.1:8080} means {@code http}.
   *
   * @throws ConfigurationException if the URL is invalid
   */
  public Remote(RemoteKind kind, String url) {
    this.kind = kind;
    this.url = (url.contains("://") ? url : "http://" + url).replaceAll("/+$", "");
    if (!isUrl(this.url)) {
      throw ConfigurationException.of(
          "'" + url + "'",
          "is not a URL of a " + kind.name() + "; give one such as " + kind.example());
    }
  }

  /** Returns whether {@code url} is valid: {@code http} or {@code https}, with a host. */
  public static boolean isUrl(String url) {
    try {
      URI uri = new URI(url);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return http && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Encodes a path segment or a parameter's value for a URL. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the base URL, without a trailing slash. */
  public String url() {
    return url;
  }

  /**
   * Returns a request for a path, to complete and pass to {@link #ask(HttpRequest.Builder)}. It has
   * no timeout, which newer JDKs apply to the body, too.
   */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path));
  }

  /**
   * Gets a path.
   *
   * @throws RemoteException if there is no answer, or if it is too large
   */
  public Reply ask(String path) throws InterruptedException {
    return ask(request(path));
  }

  /**
   * Makes a request.
   *
   * @throws RemoteException if there is no answer, or if it is too large
   */
  public Reply ask(HttpRequest.Builder request) throws InterruptedException {
    try {
      return start(request).get();
    } catch (ExecutionException e) {
      throw fault(e.getCause() == null ? e : e.getCause());
    }
  }

  /**
   * Starts a request; completes exceptionally if the answer is not complete within the deadline.
   */
  public CompletableFuture<Reply> start(HttpRequest.Builder request) {
    CompletableFuture<HttpResponse<byte[]>> sent =
        send(request, head -> new BoundedBody(kind.maxBytes(), () -> tooLarge(head.statusCode())));
    return sent.thenApply(Reply::new)
        .orTimeout(kind.deadline().toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((reply, failed) -> sent.cancel(true));
  }

  /**
   * Starts a request with a custom body handler. The deadline covers the head of the answer; the
   * caller watches the body. Cancelling the result ends the request.
   */
  public <T> CompletableFuture<HttpResponse<T>> send(
      HttpRequest.Builder request, BodyHandler<T> body) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<HttpResponse<T>> sent =
        HTTP.sendAsync(
            request.build(),
            head -> {
              begun.complete(null);
              return body.apply(head);
            });
    CompletableFuture<HttpResponse<T>> answer =
        sent.whenComplete((response, failed) -> begun.complete(null)); // there may be no head
    long deadlineMs = kind.deadline().toMillis();
    var unused =
        begun
            .orTimeout(deadlineMs, TimeUnit.MILLISECONDS)
            .exceptionally(
                late -> {
                  answer.completeExceptionally(
                      new HttpTimeoutException("no answer began within " + deadlineMs + " ms"));
                  sent.cancel(true);
                  return null;
                });
    return answer;
  }

  private RemoteException tooLarge(int status) {
    return RemoteException.refused(url, status, "more than " + kind.maxBytes() + " bytes", "");
  }

  private RemoteException fault(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof RemoteException tooLarge) {
        return tooLarge;
      }
    }
    return silent(reason(cause), cause);
  }

  /** Returns the exception for a missing answer. */
  public RemoteException silent(String reason, Throwable cause) {
    return RemoteException.silent(kind, url, reason, cause);
  }

  private String reason(Throwable cause) {
    if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
      return "can't connect";
    }
    if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      return "no complete answer within " + kind.deadline().toSeconds() + " s";
    }
    String said = cause.getMessage();
    return cause instanceof IOException && said != null ? said : cause.toString();
  }
}
