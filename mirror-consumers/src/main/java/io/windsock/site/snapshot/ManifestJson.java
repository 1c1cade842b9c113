package io.windsock.site.snapshot;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.message.Json;
import io.windsock.site.disk.DiskStamp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The JSON form of a manifest, used on disk and over HTTP. Any thread may use it. */
public final class ManifestJson {
  /** The most bytes read as a manifest: some 10,000 files. */
  public static final int MAX_BYTES = 1 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private ManifestJson() {}

  /** Encodes a manifest. */
  public static byte[] write(SnapshotManifest manifest) {
    return Json.object(json -> fields(manifest, json)).getBytes();
  }

  private static void fields(SnapshotManifest manifest, JsonGenerator json) throws IOException {
    json.writeNumberField("number", manifest.number());
    json.writeStringField("token", manifest.token().toString());
    json.writeStringField("digest", manifest.digest());
    json.writeNumberField("keys", manifest.keys());
    json.writeNumberField("bytes", manifest.bytes());
    DiskStamp stamp = manifest.stamp();
    json.writeObjectFieldStart("state");
    json.writeNumberField("format", manifest.format());
    json.writeStringField("cluster", stamp.clusterId());
    json.writeStringField("topic", stamp.topic());
    json.writeStringField("topicId", stamp.topicId());
    json.writeNumberField("partitions", stamp.partitions());
    json.writeStringField("definition", stamp.definition());
    json.writeEndObject();
    json.writeArrayFieldStart("files");
    for (SnapshotFile file : manifest.files()) {
      json.writeStartObject();
      json.writeStringField("name", file.name());
      json.writeNumberField("bytes", file.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Decodes a manifest.
   *
   * @throws IllegalArgumentException with the reason, if the bytes are not a manifest
   */
  public static SnapshotManifest read(byte[] bytes) {
    try {
      JsonNode json = JSON.readTree(bytes);
      JsonNode state = json.required("state");
      List<SnapshotFile> files = new ArrayList<>();
      for (JsonNode file : json.required("files")) {
        files.add(
            new SnapshotFile(file.required("name").asText(), file.required("bytes").asLong(-1)));
      }
      return new SnapshotManifest(
          json.required("number").asLong(-1),
          Token.parse(json.required("token").asText()),
          json.required("digest").asText(),
          json.required("keys").asLong(-1),
          stamp(state),
          state.required("format").asInt(-1),
          files);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
    }
  }

  private static DiskStamp stamp(JsonNode state) {
    return new DiskStamp(
        state.required("cluster").asText(),
        state.required("topic").asText(),
        state.required("topicId").asText(),
        state.required("partitions").asInt(-1),
        state.required("definition").asText());
  }
}
