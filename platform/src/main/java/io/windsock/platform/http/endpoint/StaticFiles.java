package io.windsock.platform.http.endpoint;

import io.vertx.core.http.HttpHeaders;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.MediaType;
import io.windsock.platform.http.message.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files from the class path: pages, their libraries, and the API description. A name may contain
 * only letters, digits, dots and dashes, so it can't lead out of its folder. Each file is read
 * once, on a worker, and kept. Any thread may use it.
 */
public final class StaticFiles {
  private static final String WEBJARS = "/META-INF/resources/webjars/";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "json", "application/json",
          "yaml", "application/yaml");

  private final Workers workers;
  private final AnswerPolicy policy;
  private final Set<String> libraries;
  private final String remedy;
  private final Map<String, StaticFile> known = new ConcurrentHashMap<>();

  /**
   * Creates the files of a server.
   *
   * @param libraries the WebJars that its pages may load
   * @param remedy where to look instead of a missing file
   */
  public StaticFiles(Workers workers, AnswerPolicy policy, Set<String> libraries, String remedy) {
    this.workers = workers;
    this.policy = policy;
    this.libraries = libraries;
    this.remedy = remedy;
  }

  /**
   * Serves a file of a folder.
   *
   * @param folder its path in the jar, from {@code /} to {@code /}
   * @param name the name the client requests
   * @throws Refusal if the name is invalid
   */
  public void file(Exchange exchange, String folder, String name) {
    serve(exchange, folder + require(name), false);
  }

  /** Like {@link #file}, for a folder whose name contains a version, so its files never change. */
  public void versioned(Exchange exchange, String folder, String name) {
    serve(exchange, folder + require(name), true);
  }

  /**
   * Serves a file of a library's {@code dist} folder.
   *
   * @throws Refusal if pages may not load it
   */
  public void webjar(Exchange exchange, String library, String name) {
    if (!libraries.contains(library)) {
      throw absent(library);
    }
    String version = version(library);
    serve(exchange, WEBJARS + library + "/" + version + "/dist/" + require(name), true);
  }

  private String require(String name) {
    if (!NAME.matcher(name).matches() || type(name) == null) {
      throw absent(name);
    }
    return name;
  }

  private Refusal absent(String name) {
    return Refusal.absent("there is no file " + Refusal.shown(name), remedy);
  }

  private static @Nullable String type(String name) {
    return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
  }

  private static String version(String library) {
    String at = "/META-INF/maven/org.webjars.npm/" + library + "/pom.properties";
    try (InputStream in = StaticFiles.class.getResourceAsStream(at)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "absent");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Exchange exchange, String resource, boolean library) {
    StaticFile file = known.get(resource);
    String encoding = exchange.header(HttpHeaders.ACCEPT_ENCODING);
    String ifNoneMatch = exchange.header(HttpHeaders.IF_NONE_MATCH);
    if (file != null) {
      exchange.answer(answer(file, encoding, ifNoneMatch));
    } else {
      exchange.onWorker(workers, () -> answer(load(resource, library), encoding, ifNoneMatch));
    }
  }

  private StaticFile load(String resource, boolean library) {
    String name = resource.substring(resource.lastIndexOf('/') + 1);
    String type = type(name);
    try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
      if (in == null || type == null) {
        throw absent(name);
      }
      StaticFile file = StaticFile.of(type, in.readAllBytes(), library);
      known.put(resource, file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer answer(StaticFile file, @Nullable String encoding, @Nullable String ifNoneMatch) {
    return file.answer(MediaType.wantsGzip(encoding), ifNoneMatch, policy.origins().sources());
  }
}
