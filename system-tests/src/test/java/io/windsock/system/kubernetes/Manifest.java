package io.windsock.system.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One object of a manifest file.
 *
 * @param file the file's name
 * @param content the object
 */
record Manifest(String file, JsonNode content) {
  private static final Path FOLDER = Path.of("..", "docker", "kubernetes");
  private static final ObjectReader YAML =
      new YAMLMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).reader();

  /** All objects of all files but {@code kustomization.yaml}, in order of file names. */
  static List<Manifest> all() throws IOException {
    List<Manifest> all = new ArrayList<>();
    for (String file : files()) {
      try (MappingIterator<JsonNode> objects =
          YAML.forType(JsonNode.class).readValues(FOLDER.resolve(file).toFile())) {
        while (objects.hasNext()) {
          all.add(new Manifest(file, objects.next()));
        }
      }
    }
    return all;
  }

  /** All objects of a kind. */
  static List<Manifest> of(String kind) throws IOException {
    return all().stream().filter(manifest -> manifest.kind().equals(kind)).toList();
  }

  /** The object of that kind and name. */
  static Manifest one(String kind, String name) throws IOException {
    return of(kind).stream().filter(found -> found.name().equals(name)).findAny().orElseThrow();
  }

  /** Names of the files with objects. */
  static List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
          .sorted()
          .toList();
    }
  }

  static JsonNode kustomization() throws IOException {
    return YAML.readTree(Files.readString(FOLDER.resolve("kustomization.yaml")));
  }

  /** As {@code apps/v1 Deployment}. */
  String type() {
    return content.path("apiVersion").asText() + " " + kind();
  }

  String kind() {
    return content.path("kind").asText();
  }

  String name() {
    return content.at("/metadata/name").asText();
  }

  /** Whether it makes pods that run Windsock. */
  boolean runsWindsock() {
    return kind().equals("Deployment") || kind().equals("StatefulSet");
  }

  JsonNode template() {
    return content.at("/spec/template");
  }

  JsonNode pod() {
    return template().path("spec");
  }

  /** Its only container. */
  JsonNode container() {
    return pod().path("containers").path(0);
  }

  @Override
  public String toString() {
    return file + ": " + kind() + " " + name();
  }
}
