package io.windsock.site.http;

import io.vertx.core.http.HttpHeaders;
import io.windsock.site.http.api.Answer;
import io.windsock.site.http.api.Exchange;
import io.windsock.site.http.api.Front;
import io.windsock.site.http.api.MediaType;
import io.windsock.site.http.api.Refusal;
import io.windsock.site.http.api.Workers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files out of the jars: the board's, the libraries it uses, and the API's description. A name is
 * looked up as it stands and may hold nothing but letters, digits, dots and dashes, so that no path
 * leads elsewhere. Read once, on a worker, and kept. Any thread may use it.
 */
final class StaticFiles {
  /** The libraries that pages may load. */
  static final List<String> LIBRARIES = List.of("d3-geo", "d3-array", "internmap");

  private static final String BOARD = "/io/windsock/site/board/";
  private static final String WEBJARS = "/META-INF/resources/webjars/";
  private static final String OPENAPI = "/io/windsock/site/openapi.yaml";
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
  private final Front front;
  private final Map<String, StaticFile> known = new ConcurrentHashMap<>();

  StaticFiles(Workers workers, Front front) {
    this.workers = workers;
    this.front = front;
  }

  /** The board's page. */
  void board(Exchange exchange) {
    serve(exchange, BOARD + "index.html");
  }

  /** A file of the board's. */
  void boardFile(Exchange exchange, String name) {
    serve(exchange, BOARD + require(name));
  }

  /** A file of a library's {@code dist} folder. */
  void webjar(Exchange exchange, String library, String name) {
    if (!LIBRARIES.contains(library)) {
      throw absent(library);
    }
    String version = version(library);
    serve(exchange, WEBJARS + library + "/" + version + "/dist/" + require(name));
  }

  /** The API's description. */
  void openApi(Exchange exchange) {
    serve(exchange, OPENAPI);
  }

  private static String require(String name) {
    if (!NAME.matcher(name).matches() || type(name) == null) {
      throw absent(name);
    }
    return name;
  }

  private static Refusal absent(String name) {
    return Refusal.absent("there is no file " + Refusal.shown(name), "the board is at /board");
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

  private void serve(Exchange exchange, String resource) {
    StaticFile file = known.get(resource);
    String encoding = exchange.header(HttpHeaders.ACCEPT_ENCODING);
    String ifNoneMatch = exchange.header(HttpHeaders.IF_NONE_MATCH);
    if (file != null) {
      exchange.answer(answer(file, encoding, ifNoneMatch));
    } else {
      exchange.later(workers, () -> answer(load(resource), encoding, ifNoneMatch));
    }
  }

  private StaticFile load(String resource) {
    String name = resource.substring(resource.lastIndexOf('/') + 1);
    String type = type(name);
    try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
      if (in == null || type == null) {
        throw absent(name);
      }
      StaticFile file = StaticFile.of(type, in.readAllBytes(), resource.startsWith(WEBJARS));
      known.put(resource, file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer answer(StaticFile file, @Nullable String encoding, @Nullable String ifNoneMatch) {
    return file.answer(MediaType.wantsGzip(encoding), ifNoneMatch, front.origins().sources());
  }
}
