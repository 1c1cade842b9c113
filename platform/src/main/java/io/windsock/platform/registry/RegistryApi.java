package io.windsock.platform.registry;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a registry's Confluent-compatible API. Owned by one thread.
 *
 * <p>Programs that start together find each other: while no answer comes, or one that tells of a
 * fault of the registry itself (5xx), the call is repeated for a while.
 */
final class RegistryApi {
  /** So long may a registry take to start. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration TELL_EVERY = Duration.ofSeconds(5);
  private static final String FORM = "application/vnd.schemaregistry.v1+json";
  private static final int FIRST_OWN_FAULT = 500;

  /** What a registry answered: any status but 5xx. */
  record Answer(int status, String body) {}

  private final String url;
  private final HttpClient client;
  private final Duration patience;
  private final Consumer<String> waiting;

  /**
   * An API at a base URL.
   *
   * @param url such as {@code http://registry:8080/apis/ccompat/v7}
   * @param patience how long to go on without an answer
   * @param waiting is told, every few seconds, what is waited for
   * @throws ConfigurationException if the URL can't be used
   */
  RegistryApi(String url, Duration patience, Consumer<String> waiting) {
    this.url = checked(url.strip());
    this.patience = patience;
    this.waiting = waiting;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CALL_TIMEOUT)
            .build();
  }

  private static String checked(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw unusable("is no URL");
    }
    if (uri.getRawUserInfo() != null || (uri.getHost() == null && url.contains("@"))) {
      throw unusable("holds a user or a password: what is secret does not belong into arguments");
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null || uri.getRawQuery() != null || uri.getFragment() != null) {
      throw unusable("is '" + url + "', no URL of an API");
    }
    return url.replaceAll("/+$", "");
  }

  private static ConfigurationException unusable(String what) {
    return ConfigurationException.of(
        "--schema-registry", what + "; name one such as http://registry:8080/apis/ccompat/v7");
  }

  /** The base URL, without a slash at its end. */
  String url() {
    return url;
  }

  /**
   * Sends JSON.
   *
   * @throws RegistryException if no answer came in time, or one that is too large
   */
  Answer post(String path, String json) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", FORM)
            .header("Accept", FORM + ", application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    long startNs = System.nanoTime();
    long tellNs = TELL_EVERY.toNanos();
    while (true) {
      String trouble;
      try {
        Answer answer = send(request);
        if (answer.status() < FIRST_OWN_FAULT) {
          return answer;
        }
        trouble = "it answered " + answer.status();
      } catch (BoundedBody.TooLarge e) {
        throw fault("answered more than " + BoundedBody.MAX_BYTES + " bytes: is it a registry?", e);
      } catch (IOException e) {
        trouble = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      }
      long waitedNs = System.nanoTime() - startNs;
      if (waitedNs >= patience.toNanos()) {
        throw unreachable(trouble);
      }
      if (waitedNs >= tellNs) {
        tellNs += TELL_EVERY.toNanos();
        waiting.accept("waiting for the schema registry at " + url + ": " + trouble);
      }
      pause();
    }
  }

  private RegistryException unreachable(String trouble) {
    return new RegistryException(
        "no schema registry answers at "
            + url
            + " within "
            + patience.toSeconds()
            + " s ("
            + trouble
            + "): start it, or name another with --schema-registry",
        null);
  }

  private Answer send(HttpRequest request) throws IOException {
    CompletableFuture<HttpResponse<byte[]>> sent =
        client.sendAsync(request, head -> new BoundedBody());
    try {
      HttpResponse<byte[]> answer = sent.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return new Answer(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
    } catch (ExecutionException e) {
      throw ioFault(e);
    } catch (TimeoutException e) {
      sent.cancel(true);
      throw new IOException("no whole answer within " + CALL_TIMEOUT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      sent.cancel(true);
      throw interrupted(e);
    }
  }

  private static IOException ioFault(ExecutionException e) {
    Throwable cause = e.getCause();
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof BoundedBody.TooLarge tooLarge) {
        return tooLarge;
      }
    }
    if (cause instanceof java.net.ConnectException) {
      return new IOException("can't connect", e);
    }
    return cause instanceof IOException io ? io : new IOException(String.valueOf(cause), e);
  }

  private void pause() {
    try {
      Thread.sleep(RETRY.toMillis());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private RegistryException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return fault("was waited for when the program was stopped", e);
  }

  /** A fault of this registry. */
  RegistryException fault(String what, @Nullable Throwable cause) {
    return new RegistryException("the schema registry at " + url + " " + what, cause);
  }
}
