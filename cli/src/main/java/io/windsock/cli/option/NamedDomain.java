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
public final class NamedDomain {
  private static final String STANDARD = "airline";
  private static final String CATALOGUE_FILE = "catalogue.yaml";
  private static final String RULES_FILE = "rules.yaml";

  @Option(
      names = "--domain",
      paramLabel = "NAME|DIR",
      description =
          "A built-in domain, such as tide-gauges, or a folder with catalogue.yaml, its schemas,"
              + " rules.yaml, ede.yaml and views.yaml (default: "
              + STANDARD
              + ").")
  private @Nullable String named;

  private @Nullable Catalogue catalogue;

  /** The domain's catalogue with the ids that it lists, one instance. */
  public Catalogue catalogue() {
    if (catalogue == null) {
      Path folder = folder();
      catalogue = folder == null ? builtIn(name()) : Catalogue.load(required(folder));
    }
    return catalogue;
  }

  /** Whether a domain was given. */
  public boolean given() {
    return named != null;
  }

  /** What turns events of {@code catalogue}, this domain's, into state, and the views. */
  public EdeDefinition ede(Catalogue catalogue) {
    Path folder = folder();
    return folder == null
        ? EdeDefinition.builtIn(catalogue)
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
    Path folder = folder();
    return folder == null
        ? RuleSet.standard(catalogue)
        : RuleSet.load(folder.resolve(RULES_FILE), catalogue);
  }

  private String name() {
    return named == null ? STANDARD : named;
  }

  /** The folder that is named: by a path, or one that holds a domain; null for a built-in one. */
  private @Nullable Path folder() {
    Path folder = Path.of(name());
    boolean path = name().contains("/") || folder.isAbsolute();
    return path || Files.exists(folder.resolve(CATALOGUE_FILE)) ? folder : null;
  }

  private static Catalogue builtIn(String name) {
    if (!Catalogue.builtInNames().contains(name)) {
      throw ConfigurationException.of(
          "--domain '" + name + "'",
          "is no built-in domain; name one of "
              + Catalogue.builtInNames()
              + ", or a folder with a "
              + CATALOGUE_FILE
              + " by its path, such as ./"
              + name);
    }
    return Catalogue.builtIn(name);
  }

  private static Path required(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw ConfigurationException.of(
          "--domain '" + folder + "'", "is no folder; name one with a " + CATALOGUE_FILE);
    }
    return folder;
  }
}
