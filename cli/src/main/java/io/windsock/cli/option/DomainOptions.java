package io.windsock.cli.option;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.ede.EdeDefinition;
import io.windsock.platform.registry.SchemaRegistry;
import io.windsock.rules.config.RuleSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options that select the domain (event types, rules, EDE definition and views) and the schema
 * ids of its records.
 */
public final class DomainOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Mixin private NamedDomain named = new NamedDomain();

  @Option(
      names = "--schema-registry",
      paramLabel = "URL",
      description =
          "Confluent-compatible API of a schema registry, such as http://registry:8080/apis/ccompat/v7:"
              + " records get its schema ids, and missing schemas are registered there. Asked"
              + " only at the start (default: none; the ids that the catalogue lists).")
  private @Nullable String registry;

  private @Nullable Catalogue catalogue;

  /**
   * Returns the domain's catalogue, always the same instance; the first call queries the registry,
   * if there is one.
   */
  public Catalogue catalogue() {
    if (catalogue == null) {
      catalogue = numbered(named.catalogue());
    }
    return catalogue;
  }

  private Catalogue numbered(Catalogue listed) {
    if (registry == null || registry.isBlank()) {
      return listed;
    }
    return new SchemaRegistry(registry, this::tell).number(listed);
  }

  private void tell(String waiting) {
    PrintWriter err = command.commandLine().getErr();
    err.println(waiting);
    err.flush();
  }

  /** Returns the same domain without a registry. */
  public NamedDomain named() {
    return named;
  }

  /** Whether a domain was given. */
  public boolean given() {
    return named.given();
  }

  /** Returns the definition that turns events into state, and the views. */
  public EdeDefinition ede() {
    return named.ede(catalogue());
  }

  /**
   * Returns the rules of {@code file}; the domain's own if null, no rule if the word {@code none}.
   */
  public RuleSet rules(@Nullable Path file) {
    return named.rules(file, catalogue());
  }
}
