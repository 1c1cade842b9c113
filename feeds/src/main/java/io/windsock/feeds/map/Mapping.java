package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.config.ResourceFolder;
import io.windsock.contracts.schema.Catalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A mapping from the fields of one or more kinds of files to events of a catalogue. Immutable.
 *
 * @param name the name stated in the file
 * @param description one line for users
 * @param sources the kinds of files, in the order in which they are tried
 */
public record Mapping(String name, String description, List<SourceMapping> sources) {
  /** The mappings on the class path. */
  static final ResourceFolder SHIPPED = new ResourceFolder("io/windsock/feeds/mappings");

  /** Copies the list. */
  public Mapping {
    sources = List.copyOf(sources);
  }

  /** Returns the mappings on the class path, in the order in which they are tried. */
  public static List<String> shipped() {
    return SHIPPED.names();
  }

  /**
   * Reads a mapping.
   *
   * @param reference a name of {@link #shipped}, or the path of a YAML file
   * @throws ConfigurationException with every fault, each with its place
   */
  public static Mapping load(String reference, Catalogue catalogue) {
    return shipped().contains(reference)
        ? readShipped(reference, catalogue)
        : readFile(Path.of(reference), catalogue);
  }

  /** Reads a mapping from text; {@code file} names it in faults. */
  public static Mapping parse(String yaml, String file, Catalogue catalogue) {
    return parse(yaml, file, Table.Files.beside(Path.of(file)), catalogue);
  }

  private static Mapping readShipped(String name, Catalogue catalogue) {
    String file = name + ".yaml";
    String yaml = SHIPPED.text(file);
    if (yaml == null) {
      throw ConfigurationException.of(file, "is listed in an index, and not on the class path");
    }
    return parse(yaml, file, Table.Files.shipped(), catalogue);
  }

  private static Mapping readFile(Path file, Catalogue catalogue) {
    if (!Files.isRegularFile(file)) {
      throw ConfigurationException.of(
          file.toString(), "is neither a file nor one of the shipped mappings " + SHIPPED.names());
    }
    return parse(ConfigText.read(file), file.toString(), Table.Files.beside(file), catalogue);
  }

  private static Mapping parse(
      String yaml, String file, Table.Files resources, Catalogue catalogue) {
    List<Fault> faults = new ArrayList<>();
    ConfigNode root = ConfigNode.parse(yaml, file, "it must name its sources", faults);
    Mapping mapping = root.present() ? compile(root, resources, catalogue) : null;
    if (mapping == null || !faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return mapping;
  }

  private static Mapping compile(ConfigNode root, Table.Files resources, Catalogue catalogue) {
    root.only("mapping", "description", "tables", "sources");
    String name = root.get("mapping").scalar();
    Map<String, Table> tables = new HashMap<>();
    root.get("tables")
        .entries()
        .forEach((table, node) -> tables.put(table, Table.load(node, resources)));
    List<SourceMapping> sources = new ArrayList<>();
    for (ConfigNode source : root.get("sources").oneOrMore()) {
      sources.add(new SourceCompiler(name, catalogue, tables).compile(source));
    }
    if (sources.isEmpty()) {
      root.get("sources").fault("lists no source");
    }
    String description = root.has("description") ? root.get("description").scalar() : "";
    return new Mapping(name, description, sources);
  }
}
