package io.windsock.cli.run;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for the host names that a role's HTTP server accepts. */
public final class AllowHostOption {
  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      split = "\\s*,\\s*",
      splitSynopsisLabel = ",",
      description =
          "A name by which clients may call it, such as a container's or a proxy's; repeatable, or"
              + " with commas. Addresses, localhost and the names of configured URLs need none; a"
              + " request by any other name is refused (421).")
  private List<String> names = new ArrayList<>();

  /** Creates an option without names. */
  public AllowHostOption() {}

  /** Returns the given names; an empty environment variable gives none. */
  public List<String> names() {
    return names.stream().map(String::strip).filter(name -> !name.isEmpty()).toList();
  }
}
