package io.windsock.site.http;

import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.StaticFiles;
import java.util.Set;

/** Serves static files: the board's and the API description. Any thread may use it. */
final class SiteFiles {
  private static final Set<String> LIBRARIES = Set.of("d3-geo", "d3-array", "internmap");
  private static final String SITE = "/io/windsock/site/";
  private static final String BOARD = SITE + "board/";

  private final StaticFiles files;

  SiteFiles(Workers workers, AnswerPolicy policy) {
    files = new StaticFiles(workers, policy, LIBRARIES, "the board is at /board");
  }

  /** Serves the board's page. */
  void board(Exchange exchange) {
    files.file(exchange, BOARD, "index.html");
  }

  /** Serves a file of the board. */
  void boardFile(Exchange exchange, String name) {
    files.file(exchange, BOARD, name);
  }

  /** Serves a file of a library. */
  void webjar(Exchange exchange, String library, String name) {
    files.webjar(exchange, library, name);
  }

  /** Serves the API description. */
  void openApi(Exchange exchange) {
    files.file(exchange, SITE, "openapi.yaml");
  }
}
