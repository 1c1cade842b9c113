package io.windsock.control.http;

import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.endpoint.StaticFiles;
import io.windsock.platform.http.message.Refusal;
import java.util.Set;

/** The files that a controller serves: its console's and the API's description. */
final class ConsoleFiles {
  /** The library that the console draws its charts with; the folder names the version. */
  static final String UPLOT = "uplot-1.6.32";

  private static final String CONTROL = "/io/windsock/control/";
  private static final String CONSOLE = CONTROL + "console/";
  private static final String REMEDY = "the console is at /console";

  private final StaticFiles files;

  ConsoleFiles(Workers workers, AnswerPolicy policy) {
    files = new StaticFiles(workers, policy, Set.of(), REMEDY);
  }

  /** The console's page. */
  void console(Exchange exchange) {
    files.file(exchange, CONSOLE, "index.html");
  }

  /** A file of the console's. */
  void consoleFile(Exchange exchange, String name) {
    files.file(exchange, CONSOLE, name);
  }

  /** A file of a library that the console uses. */
  void library(Exchange exchange, String library, String name) {
    if (!library.equals(UPLOT)) {
      throw Refusal.absent("there is no library " + Refusal.shown(library), REMEDY);
    }
    files.versioned(exchange, CONSOLE + UPLOT + "/", name);
  }

  /** The API's description. */
  void openApi(Exchange exchange) {
    files.file(exchange, CONTROL, "openapi.yaml");
  }
}
