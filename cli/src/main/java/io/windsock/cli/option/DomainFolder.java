package io.windsock.cli.option;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which domain, for commands that read no record of a topic. */
public final class DomainFolder {
  private static final String RULES_FILE = "rules.yaml";

  @Option(
      names = "--domain",
      paramLabel = "DIR",
      description =
          "Folder with catalogue.yaml, its schemas, rules.yaml, ede.yaml and views.yaml (default:"
              + " the airline domain, built in).")
  private @Nullable Path folder;

  private @Nullable Catalogue catalogue;

  /** The domain's catalogue with the ids that it lists, one instance. */
  public Catalogue catalogue() {
    if (catalogue == null) {
      catalogue = folder == null ? Catalogue.airline() : Catalogue.load(required(folder));
    }
    return catalogue;
  }

  /** Whether a domain was given. */
  public boolean given() {
    return folder != null;
  }

  /** What turns events of {@code catalogue}, this domain's, into state, and the views. */
  public EdeDefinition ede(Catalogue catalogue) {
    return folder == null
        ? EdeDefinition.airline(catalogue)
        : EdeDefinition.load(folder, catalogue);
  }

  /**
   * The rules of {@code file} for {@code catalogue}, this domain's; null for the domain's own, the
   * word {@code none} for no rule.
   */
  public RuleSet rules(@Nullable Path file, Catalogue catalogue) {
    if (file != null) {
      return file.toString().equals("none")
          ? RuleSet.mirrorEverything(catalogue)
          : RuleSet.load(file, catalogue);
    }
    return folder == null
        ? RuleSet.standard(catalogue)
        : RuleSet.load(folder.resolve(RULES_FILE), catalogue);
  }

  private static Path required(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw ConfigurationException.of(
          "--domain '" + folder + "'", "is no folder; name one with a catalogue.yaml");
    }
    return folder;
  }
}
