package io.windsock.platform.registry;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import io.windsock.platform.http.client.Reply;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a registry's Confluent-compatible API. Owned by one thread.
 *
 * <p>Programs may start before the registry: while it does not answer, or reports an internal fault
 * (5xx), the call is repeated for a while.
 */
final class RegistryApi {
  /** The maximum time for a registry to start. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The maximum size of an answer in bytes; an answer repeats one schema at most. */
  static final int MAX_BYTES = 1 << 20;

  private static final RemoteKind KIND =
      new RemoteKind(
          "schema registry",
          "http://registry:8080/apis/ccompat/v7",
          "start it, or name another with --schema-registry",
          Duration.ofSeconds(10),
          MAX_BYTES);
  private static final Duration RETRY = Duration.ofMillis(500);
  private static final Duration TELL_EVERY = Duration.ofSeconds(5);
  private static final String FORM = "application/vnd.schemaregistry.v1+json";
  private static final int FIRST_OWN_FAULT = 500;

  private final Remote registry;
  private final Duration patience;
  private final Consumer<String> waiting;

  /**
   * Creates a client for a base URL.
   *
   * @param url such as {@code http://registry:8080/apis/ccompat/v7}
   * @param patience how long to retry without an answer
   * @param waiting receives a progress message every few seconds while waiting
   * @throws ConfigurationException if the URL can't be used
   */
  RegistryApi(String url, Duration patience, Consumer<String> waiting) {
    registry = new Remote(KIND, checked(url.strip()));
    this.patience = patience;
    this.waiting = waiting;
  }

  private static String checked(String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw unusable("is not a URL");
    }
    if (uri.getRawUserInfo() != null || (uri.getHost() == null && url.contains("@"))) {
      throw unusable("holds a user or a password: secrets do not belong in arguments");
    }
    if (!Remote.isUrl(url)) {
      throw unusable("is '" + url + "', not the URL of an API");
    }
    return url;
  }

  private static ConfigurationException unusable(String what) {
    return ConfigurationException.of(
        "--schema-registry", what + "; name one such as " + KIND.example());
  }

  /**
   * Posts JSON.
   *
   * @return any answer but a 5xx
   * @throws RegistryException if no answer arrives in time, or it is too large
   */
  Reply post(String path, String json) {
    HttpRequest.Builder request =
        registry
            .request(path)
            .header("Content-Type", FORM)
            .header("Accept", FORM + ", application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json));
    try {
      return answer(request);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fault("did not answer before the program was stopped", e);
    }
  }

  private Reply answer(HttpRequest.Builder request) throws InterruptedException {
    long startNs = System.nanoTime();
    long tellNs = TELL_EVERY.toNanos();
    while (true) {
      String trouble;
      try {
        Reply answer = registry.ask(request);
        if (answer.status() < FIRST_OWN_FAULT) {
          return answer;
        }
        trouble = "it answered " + answer.status();
      } catch (RemoteException e) {
        if (e.status() != 0) {
          throw fault("answered " + e.reason() + ": is it a registry?", e);
        }
        trouble = e.reason();
      }
      long waitedNs = System.nanoTime() - startNs;
      if (waitedNs >= patience.toNanos()) {
        throw unreachable(trouble);
      }
      if (waitedNs >= tellNs) {
        tellNs += TELL_EVERY.toNanos();
        waiting.accept("waiting for the schema registry at " + registry.url() + ": " + trouble);
      }
      Thread.sleep(RETRY.toMillis());
    }
  }

  private RegistryException unreachable(String trouble) {
    return new RegistryException(
        "no schema registry answers at %s within %d s (%s): %s"
            .formatted(registry.url(), patience.toSeconds(), trouble, KIND.remedy()),
        null);
  }

  /** Returns the exception for a fault of this registry. */
  RegistryException fault(String what, @Nullable Throwable cause) {
    return new RegistryException("the schema registry at " + registry.url() + " " + what, cause);
  }
}
