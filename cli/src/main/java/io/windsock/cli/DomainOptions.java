package io.windsock.cli;

import io.windsock.contracts.schema.Catalogue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which domain: its catalogue of event types. */
public class DomainOptions {
  @Option(
      names = "--domain",
      paramLabel = "DIR",
      description =
          "Folder with catalogue.yaml, rules.yaml, ede.yaml and views.yaml"
              + " (default: the airline domain, built in).")
  private @Nullable Path folder;

  private @Nullable Catalogue catalogue;

  /** The folder given; null for the built-in domain. */
  public @Nullable Path folder() {
    return folder;
  }

  /** The domain's catalogue, one instance. */
  public Catalogue catalogue() {
    if (catalogue == null) {
      catalogue = folder == null ? Catalogue.airline() : Catalogue.load(folder);
    }
    return catalogue;
  }
}
