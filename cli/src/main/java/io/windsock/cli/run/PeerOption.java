package io.windsock.cli.run;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for others of the same role, at which clients may continue. */
final class PeerOption {
  @Option(
      names = "--peer",
      paramLabel = "URL",
      split = "\\s*,\\s*",
      splitSynopsisLabel = ",",
      description =
          "Base URL of another ${COMMAND-NAME}, as clients reach it, at which boards and other clients"
              + " may continue; repeatable, or with commas. This one's own may be among them. A gateway"
              + " names them before those that gateways advertise; a site may start from the snapshot"
              + " of one.")
  private List<String> urls = new ArrayList<>();

  /** Returns the given URLs; an empty environment variable gives none. */
  List<String> urls() {
    return urls.stream().map(String::strip).filter(url -> !url.isEmpty()).toList();
  }
}
