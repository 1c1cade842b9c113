package io.windsock.control.http;

import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Refusal;
import java.util.Set;

/** The files that a controller serves: the console's and the API description. */
final class ConsoleFiles {
  /** The console's chart library; the folder name contains the version. */
  static final String UPLOT = "uplot-1.6.32";

  private static final String CONTROL = "/io/windsock/control/";
  private static final String CONSOLE = CONTROL + "console/";
  private static final String REMEDY = "the console is at /console";

  private final StaticFiles files;

  ConsoleFiles(Workers workers, AnswerPolicy policy) {
    files = new StaticFiles(workers, policy, Set.of(), REMEDY);
  }

  /** Serves the console's page. */
  void console(Exchange exchange) {
    files.file(exchange, CONSOLE, "index.html");
  }

  /** Serves a file of the console. */
  void consoleFile(Exchange exchange, String name) {
    files.file(exchange, CONSOLE, name);
  }

  /** Serves a file of a library that the console uses. */
  void library(Exchange exchange, String library, String name) {
    if (!library.equals(UPLOT)) {
      throw Refusal.absent("there is no library " + Refusal.shown(library), REMEDY);
    }
    files.versioned(exchange, CONSOLE + UPLOT + "/", name);
  }

  /** Serves the API description. */
  void openApi(Exchange exchange) {
    files.file(exchange, CONTROL, "openapi.yaml");
  }
}
