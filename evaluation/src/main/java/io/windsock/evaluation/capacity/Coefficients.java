package io.windsock.evaluation.capacity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windsock.contracts.config.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What work costs each role, as measured by the experiments {@code scale-*}.
 *
 * @param origin what they were fitted to
 * @param siteUs processor time of a mirror, in µs per second
 * @param siteBytes resident memory of a mirror
 * @param updateKb kilobytes that a mirror sends to displays per second, without initial state
 * @param brokerUs processor time of all brokers together, without replication, in µs per second
 * @param topologyUs processor time of all instances of the topology together, in µs per second
 * @param callUs processor time of a site that only answers calls, in µs per second
 * @param gatewayUs processor time of a gateway, in µs per second
 * @param gatewayKb kilobytes that a gateway receives and sends per second
 */
public record Coefficients(
    Origin origin,
    Cost siteUs,
    Cost siteBytes,
    Cost updateKb,
    Cost brokerUs,
    Cost topologyUs,
    Cost callUs,
    Cost gatewayUs,
    Cost gatewayKb) {
  private static final String RESOURCE = "coefficients.json";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /**
   * Where coefficients come from.
   *
   * @param date ISO 8601, of the first run
   * @param machine processors, JDK and kernel
   * @param build version and commit
   * @param provisional whether the runs were too short or too disturbed to rely on
   */
  public record Origin(String date, String machine, String build, boolean provisional) {
    /** Returns one line. */
    public String text() {
      return (provisional ? "provisional: from short runs of " : "from runs of ")
          + date
          + " on "
          + machine;
    }
  }

  /** Returns the coefficients that this build contains. */
  public static Coefficients builtIn() {
    try (InputStream in = Coefficients.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("this build has no " + RESOURCE);
      }
      return JSON.readValue(in, Coefficients.class);
    } catch (IOException e) {
      throw new IllegalStateException(RESOURCE + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a file of coefficients.
   *
   * @throws Failure if the file is not what {@link #json} returns
   */
  public static Coefficients read(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      return JSON.readValue(text, Coefficients.class);
    } catch (JsonProcessingException e) {
      throw new Failure(file + " has no coefficients: " + e.getOriginalMessage(), e);
    }
  }

  /** Returns the coefficients as JSON. */
  public String json() {
    try {
      return JSON.writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
