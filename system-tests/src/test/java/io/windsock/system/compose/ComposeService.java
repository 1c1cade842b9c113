package io.windsock.system.compose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * One service of a compose file.
 *
 * @param name as the file calls it
 * @param content what the file says of it
 */
public record ComposeService(String name, JsonNode content) {
  /**
   * A port of a container that is published.
   *
   * @param address the address of this machine; empty if every one
   * @param host the port of this machine, or a range such as {@code 8081-8089}
   * @param container the port in the container
   */
  public record Port(String address, String host, int container) {
    private static Port parse(String text) {
      String[] parts = text.split(":", -1);
      int last = parts.length - 1;
      return new Port(
          last == 2 ? parts[0] : "",
          last == 0 ? "" : parts[last - 1],
          Integer.parseInt(parts[last]));
    }
  }

  /**
   * What a container has mounted.
   *
   * @param source a path if it starts with a dot or a slash, else a volume's name
   * @param target the path in the container
   */
  public record Mount(String source, String target, boolean readOnly) {
    private static Mount parse(String text) {
      String[] parts = text.split(":", -1);
      return new Mount(parts[0], parts[1], parts.length > 2 && parts[2].equals("ro"));
    }

    /** Whether it is a file or folder of this machine. */
    public boolean isPath() {
      return source.startsWith(".") || source.startsWith("/");
    }
  }

  /** The image's name. */
  public String image() {
    return content.path("image").asText();
  }

  /** The command's words; none if the image's own. */
  public List<String> command() {
    return texts("command");
  }

  /** A list of texts; none if it is not there. */
  public List<String> texts(String field) {
    JsonNode list = content.path(field);
    if (!list.isArray() && !list.isMissingNode()) {
      throw new IllegalStateException(name + "." + field + " is no list");
    }
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  /** A text; empty if it is not there. */
  public String text(String field) {
    return content.path(field).asText();
  }

  public Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    content
        .path("environment")
        .properties()
        .forEach(at -> environment.put(at.getKey(), at.getValue().asText()));
    return environment;
  }

  /** What it waits for: a service, and the condition that it must meet. */
  public Map<String, String> dependsOn() {
    Map<String, String> all = new LinkedHashMap<>();
    JsonNode on = content.path("depends_on");
    if (on.isArray()) {
      on.forEach(each -> all.put(each.asText(), "service_started"));
    }
    on.properties().forEach(at -> all.put(at.getKey(), at.getValue().path("condition").asText()));
    return all;
  }

  public List<Port> ports() {
    return texts("ports").stream().map(Port::parse).toList();
  }

  public List<Mount> mounts() {
    return texts("volumes").stream().map(Mount::parse).toList();
  }

  /** In memory: options by path. */
  public Map<String, String> tmpfs() {
    Map<String, String> all = new LinkedHashMap<>();
    for (String text : texts("tmpfs")) {
      int colon = text.indexOf(':');
      all.put(
          colon < 0 ? text : text.substring(0, colon), colon < 0 ? "" : text.substring(colon + 1));
    }
    return all;
  }

  /** Whether it is started when these profiles are asked for. */
  public boolean isIn(List<String> profiles) {
    List<String> own = texts("profiles");
    return own.isEmpty() || own.stream().anyMatch(profiles::contains);
  }

  /** Whether it runs the image of Windsock's roles. */
  public boolean isWindsock() {
    return content.path("build").path("dockerfile").asText().equals("docker/Dockerfile");
  }
}
