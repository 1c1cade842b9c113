package io.windsock.cli.control;

import io.windsock.cli.Failure;
import io.windsock.control.client.ControllerClient;
import picocli.CommandLine.Option;

/** Which controller to ask. */
public final class ControllerAddress {
  /** Where a controller listens if it isn't told otherwise. */
  public static final int PORT = 8090;

  @Option(
      names = {"-c", "--controller"},
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:" + PORT,
      description = "The controller to ask (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + PORT;

  /**
   * A client of it.
   *
   * @throws Failure if that is no URL
   */
  public ControllerClient client() {
    try {
      return new ControllerClient(url);
    } catch (IllegalArgumentException e) {
      throw new Failure(
          "'" + url + "' is no URL of a controller: give one such as http://127.0.0.1:" + PORT, e);
    }
  }
}
