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

/** Reads and compiles a mapping's YAML and reports every fault. */
final class MappingFile {
  /** The mappings on the class path. */
  static final ResourceFolder SHIPPED = new ResourceFolder("io/windsock/feeds/mappings");

  private MappingFile() {}

  static Mapping readShipped(String name, Catalogue catalogue) {
    String file = name + ".yaml";
    String yaml = SHIPPED.text(file);
    if (yaml == null) {
      throw ConfigurationException.of(file, "is listed in an index, and not on the class path");
    }
    return parse(yaml, file, Resources.shipped(), catalogue);
  }

  static Mapping read(Path file, Catalogue catalogue) {
    if (!Files.isRegularFile(file)) {
      throw ConfigurationException.of(
          file.toString(), "is no file, and none of the shipped mappings " + SHIPPED.names());
    }
    return parse(ConfigText.read(file), file.toString(), Resources.beside(file), catalogue);
  }

  static Mapping parse(String yaml, String file, Resources resources, Catalogue catalogue) {
    List<Fault> faults = new ArrayList<>();
    ConfigNode root = ConfigNode.parse(yaml, file, "it must name its sources", faults);
    Mapping mapping = root.present() ? compile(root, resources, catalogue) : null;
    if (mapping == null || !faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return mapping;
  }

  private static Mapping compile(ConfigNode root, Resources resources, Catalogue catalogue) {
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
