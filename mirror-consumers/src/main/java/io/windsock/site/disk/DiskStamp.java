package io.windsock.site.disk;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Identity of the state in a data directory. It is written when the directory is first used. A site
 * with a different stamp can't use the directory.
 *
 * @param clusterId id of the Kafka cluster
 * @param topic the output topic followed
 * @param topicId that topic's id, which distinguishes its incarnations
 * @param partitions the topic's number of partitions
 * @param definition fingerprint of the domain, that is of its EDE and views
 */
public record DiskStamp(
    String clusterId, String topic, String topicId, int partitions, String definition) {
  /** Version of the layout on disk that this build reads and writes. */
  public static final int FORMAT = 2;

  private static final int FIELDS = 6;
  private static final String SEPARATOR = "\n";

  public byte[] encode() {
    return String.join(
            SEPARATOR,
            Integer.toString(FORMAT),
            clusterId,
            topic,
            topicId,
            Integer.toString(partitions),
            definition)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Describes why a directory with the stamp {@code stored} can't be used; empty if it can. */
  public String conflictWith(byte[] stored) {
    String[] was = new String(stored, StandardCharsets.UTF_8).split(SEPARATOR, -1);
    String[] is = new String(encode(), StandardCharsets.UTF_8).split(SEPARATOR, -1);
    if (was.length == 0 || !was[0].equals(is[0])) {
      return "has disk format " + was[0] + ", and this build reads format " + FORMAT;
    }
    if (was.length != FIELDS) {
      return "has a damaged stamp: " + Arrays.toString(was);
    }
    String[] names = {"disk format", "cluster", "topic", "topic id", "partitions", "definition"};
    StringBuilder conflict = new StringBuilder();
    for (int i = 1; i < FIELDS; i++) {
      if (!was[i].equals(is[i])) {
        conflict
            .append(conflict.isEmpty() ? "was made for " : ", and for ")
            .append(names[i] + " " + was[i] + ", not " + is[i]);
      }
    }
    return conflict.toString();
  }
}
