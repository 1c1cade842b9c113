package io.windsock.feeds.map;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.config.ResourceFolder;
import io.windsock.contracts.schema.Catalogue;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a mapping's YAML and compiles it, naming every fault. */
final class MappingFile {
  /** The mappings on the class path. */
  static final ResourceFolder SHIPPED = new ResourceFolder("io/windsock/feeds/mappings");

  private static final long MAX_BYTES = 1 << 20;

  /** ON, OFF and NO are texts here, such as states and a country, not truth values. */
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
              .build());

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
    try {
      if (!Files.isRegularFile(file)) {
        throw ConfigurationException.of(
            file.toString(), "is no file, and none of the shipped mappings " + SHIPPED.names());
      }
      if (Files.size(file) > MAX_BYTES) {
        throw ConfigurationException.of(
            file.toString(), "is larger than " + MAX_BYTES + " bytes; is it a mapping?");
      }
      return parse(Files.readString(file), file.toString(), Resources.beside(file), catalogue);
    } catch (CharacterCodingException e) {
      throw ConfigurationException.of(file.toString(), "is not UTF-8 text");
    } catch (IOException e) {
      throw ConfigurationException.of(file.toString(), "can't be read: " + e.getMessage());
    }
  }

  static Mapping parse(String yaml, String file, Resources resources, Catalogue catalogue) {
    List<Fault> faults = new ArrayList<>();
    YamlNode root = YamlNode.root(tree(yaml, file), file, faults);
    Mapping mapping = compile(root, resources, catalogue);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return mapping;
  }

  private static JsonNode tree(String yaml, String file) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      String line = at == null ? "" : ", line " + at.getLineNr();
      throw ConfigurationException.of(file + line, e.getOriginalMessage());
    }
  }

  private static Mapping compile(YamlNode root, Resources resources, Catalogue catalogue) {
    if (!root.members("mapping", "description", "tables", "sources")) {
      return new Mapping("", "", List.of());
    }
    String name = root.get("mapping").text();
    Map<String, Table> tables = new HashMap<>();
    for (String table : root.get("tables").names()) {
      tables.put(table, Table.load(root.get("tables").get(table), resources));
    }
    List<SourceMapping> sources = new ArrayList<>();
    for (YamlNode source : root.get("sources").elements()) {
      sources.add(new SourceCompiler(name, catalogue, tables).compile(source));
    }
    if (sources.isEmpty()) {
      root.get("sources").fault("lists no source");
    }
    String description = root.has("description") ? root.get("description").text() : "";
    return new Mapping(name, description, sources);
  }
}
