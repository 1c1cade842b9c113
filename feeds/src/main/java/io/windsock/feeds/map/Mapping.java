package io.windsock.feeds.map;

import io.windsock.contracts.schema.Catalogue;
import java.nio.file.Path;
import java.util.List;

/**
 * A mapping from the fields of one or more kinds of files to events of a catalogue. Immutable.
 *
 * @param name the name stated in the file
 * @param description one line for users
 * @param sources the kinds of files, in the order in which they are tried
 */
public record Mapping(String name, String description, List<SourceMapping> sources) {
  /** Copies the list. */
  public Mapping {
    sources = List.copyOf(sources);
  }

  /** Returns the mappings on the class path, in the order in which they are tried. */
  public static List<String> shipped() {
    return MappingFile.SHIPPED.names();
  }

  /**
   * Reads a mapping.
   *
   * @param reference a name of {@link #shipped}, or the path of a YAML file
   * @throws io.windsock.contracts.config.ConfigurationException with every fault, each with its
   *     place
   */
  public static Mapping load(String reference, Catalogue catalogue) {
    return shipped().contains(reference)
        ? MappingFile.readShipped(reference, catalogue)
        : MappingFile.read(Path.of(reference), catalogue);
  }

  /** Reads a mapping from text; {@code file} names it in faults. */
  public static Mapping parse(String yaml, String file, Catalogue catalogue) {
    return MappingFile.parse(yaml, file, Resources.beside(Path.of(file)), catalogue);
  }
}
