package io.windsock.cli.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options for where a role serves its clients, and by which names they reach it; its ports are
 * options of its own, because each role has other defaults.
 */
public final class ServingOptions {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to serve on (default: ${DEFAULT-VALUE}).")
  private String host = "127.0.0.1";

  @Mixin private AllowHostOption names = new AllowHostOption();

  @Option(
      names = "--advertised-url",
      paramLabel = "URL",
      description =
          "Base URL by which others reach it (default: as it is bound; name it where --host is"
              + " 0.0.0.0, or a proxy gives it another name).")
  private @Nullable String advertisedUrl;

  /** Creates options with their defaults. */
  public ServingOptions() {}

  /** Returns the address to serve on. */
  public String host() {
    return host;
  }

  /** Returns further names by which clients may call it. */
  public List<String> allowedHosts() {
    return names.names();
  }

  /** Returns the URL by which others reach it; null for the bound address. */
  public @Nullable String advertisedUrl() {
    return advertisedUrl;
  }
}
