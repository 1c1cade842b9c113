package io.windsock.cli.control;

import io.windsock.control.client.ControllerClient;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that selects the controller to query. */
public final class ControllerAddress {
  /** The controller's default address. */
  public static final int PORT = 8090;

  private static final Pattern CONSOLE = Pattern.compile("/console(?:[/?#].*)?$");

  @Option(
      names = {"-c", "--controller"},
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:" + PORT,
      description = "The controller to ask (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + PORT;

  /** The URL without the console's path, which users copy from a browser. */
  static String base(String url) {
    return CONSOLE.matcher(url).replaceFirst("");
  }

  /** Returns a client for the controller. */
  public ControllerClient client() {
    return new ControllerClient(base(url));
  }
}
