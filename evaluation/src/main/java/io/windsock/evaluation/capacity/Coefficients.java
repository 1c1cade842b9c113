package io.windsock.evaluation.capacity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windsock.contracts.config.Failure;
import io.windsock.site.SiteConfig;
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
  /** The heap of a site where costs are measured, in bytes. */
  public static final long SITE_HEAP_BYTES = 512L << 20;

  /** The most that a site of that heap keeps in memory, in bytes: heap and database's memory. */
  static final long MOST_SITE_BYTES = SITE_HEAP_BYTES + SiteConfig.MEMORY_BYTES;

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
   * @param build the commits of the runs, each once
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

  /**
   * Returns the resident memory of a site, in bytes: what was fitted, but at most {@link
   * #MOST_SITE_BYTES}: what fits into neither the heap nor the database's memory is on disk alone.
   */
  public double siteMemory(Work work) {
    return Math.min(siteBytes.of(work), MOST_SITE_BYTES);
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
