package io.windsock.testbed.calls.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.Failure;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads keys from where they are known: the view of a site, or a file. */
public final class KeySources {
  private static final RemoteKind SITE =
      new RemoteKind(
          "site",
          "http://127.0.0.1:8080/v1/views/all",
          "start one, or name another with --keys-from",
          Duration.ofSeconds(30),
          256 * 1024 * 1024);

  private KeySources() {}

  /**
   * Reads keys.
   *
   * @param source the URL of a view, such as {@code http://127.0.0.1:8080/v1/views/all}; that of a
   *     site, whose view {@code all} is read then; or a file with a key a line
   * @throws Failure if there are none
   * @throws RemoteException if the site gives no answer
   */
  public static Keys from(String source) throws InterruptedException {
    return source.contains("://") ? ofView(source) : ofFile(Path.of(source));
  }

  private static Keys ofView(String url) throws InterruptedException {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    boolean bare = path < 0 || path == url.length() - 1;
    String base = path < 0 ? url : url.substring(0, path);
    String target = bare ? "/v1/views/all" : url.substring(path);
    List<String> keys = new ArrayList<>();
    for (JsonNode row : new Remote(SITE, base).ask(target).expected().path("rows")) {
      keys.add(row.path("key").asText());
    }
    if (keys.isEmpty()) {
      throw new Failure(base + target + " has no rows; name a view that has, or use --keys");
    }
    return Keys.ofList(base + target, keys);
  }

  private static Keys ofFile(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      List<String> keys =
          lines.map(String::strip).filter(line -> !line.isEmpty()).limit(Keys.MAX).toList();
      if (keys.isEmpty()) {
        throw new Failure(file + " has no keys; write one a line");
      }
      return Keys.ofList(file.toString(), keys);
    } catch (UncheckedIOException e) {
      throw new Failure(file + " can't be read as keys; write one a line, in UTF-8", e);
    } catch (IOException e) {
      throw new Failure("can't read keys from " + file + ": " + e.getMessage(), e);
    }
  }
}
