package io.windsock.cli.option;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.rules.config.RuleSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that selects the domain, for commands that read no records. */
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

  /** Returns the domain's catalogue with the ids that it lists, always the same instance. */
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

  /**
   * Returns the definition that turns events of {@code catalogue}, this domain's, into state, and
   * the views.
   */
  public EdeDefinition ede(Catalogue catalogue) {
    Path folder = folder();
    return folder == null
        ? EdeDefinition.builtIn(catalogue)
        : EdeDefinition.load(folder, catalogue);
  }

  /**
   * Returns the rules of {@code file} for {@code catalogue}, this domain's; the domain's own if
   * null, no rule if the word {@code none}.
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

  /** Returns the named folder: a path, or one that holds a domain; null for a built-in domain. */
  private @Nullable Path folder() {
    Path folder = Path.of(name());
    boolean path = name().contains("/") || folder.isAbsolute();
    return path || Files.exists(folder.resolve(CATALOGUE_FILE)) ? folder : null;
  }

  private static Catalogue builtIn(String name) {
    if (!Catalogue.builtInNames().contains(name)) {
      throw ConfigurationException.of(
          "--domain '" + name + "'",
          "is not a built-in domain; name one of "
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
          "--domain '" + folder + "'", "is not a folder; name one with a " + CATALOGUE_FILE);
    }
    return folder;
  }
}
