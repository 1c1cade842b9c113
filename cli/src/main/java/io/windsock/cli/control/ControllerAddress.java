package io.windsock.cli.control;

import io.windsock.control.client.ControllerClient;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Which controller to ask. */
public final class ControllerAddress {
  /** Where a controller listens if it isn't told otherwise. */
  public static final int PORT = 8090;

  private static final Pattern CONSOLE = Pattern.compile("/console(?:[/?#].*)?$");

  @Option(
      names = {"-c", "--controller"},
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:" + PORT,
      description = "The controller to ask (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + PORT;

  /** Without what leads from there to its console: people copy that from a browser. */
  static String base(String url) {
    return CONSOLE.matcher(url).replaceFirst("");
  }

  /** A client of it. */
  public ControllerClient client() {
    return new ControllerClient(base(url));
  }
}
