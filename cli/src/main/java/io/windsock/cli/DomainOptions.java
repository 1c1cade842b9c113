package io.windsock.cli;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.RuleSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which domain: event types, rules, the EDE's definition and the views. */
public final class DomainOptions {
  private static final String RULES_FILE = "rules.yaml";

  @Option(
      names = "--domain",
      paramLabel = "DIR",
      description =
          "Folder with catalogue.yaml, its schemas, rules.yaml, ede.yaml and views.yaml (default:"
              + " the airline domain, built in).")
  private @Nullable Path folder;

  private @Nullable Catalogue catalogue;

  /** The domain's catalogue, one instance. */
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

  /** What turns events into state, and the views. */
  public EdeDefinition ede() {
    return folder == null
        ? EdeDefinition.airline(catalogue())
        : EdeDefinition.load(folder, catalogue());
  }

  /** The rules of {@code file}; null for the domain's own, the word {@code none} for no rule. */
  public RuleSet rules(@Nullable Path file) {
    if (file != null) {
      return file.toString().equals("none")
          ? RuleSet.mirrorEverything(catalogue())
          : RuleSet.load(file, catalogue());
    }
    return folder == null
        ? RuleSet.standard(catalogue())
        : RuleSet.load(folder.resolve(RULES_FILE), catalogue());
  }

  private static Path required(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw ConfigurationException.of(
          "--domain '" + folder + "'", "is no folder; name one with a catalogue.yaml");
    }
    return folder;
  }
}
