package io.windsock.feeds.record;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.Framing;
import io.windsock.contracts.schema.SchemaVersion;
import io.windsock.feeds.FeedEvent;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/**
 * Writes events to a zstd-compressed file. Until {@link #finish}, the file has the suffix {@code
 * .part}; it gets its final name when it is complete. The same events produce the same bytes. Owned
 * by one thread.
 */
public final class EventFileWriter implements Closeable {
  private static final int BLOCK_BYTES = 256 * 1024;
  private static final int ZSTD_LEVEL = 3;
  private static final int MARK_BYTES = 16;

  private final Path file;
  private final Catalogue catalogue;
  private final Path part;
  private final DataFileWriter<GenericRecord> out;
  private final GenericRecord recorded = new GenericData.Record(EventFile.SCHEMA);
  private long events;
  private boolean finished;

  /**
   * Starts a file; an existing file of that name is replaced when this one is finished.
   *
   * @param origin the origin of the events, in words, stored in the file
   * @throws IOException if the file can't be written
   */
  public EventFileWriter(Path file, Catalogue catalogue, String origin) throws IOException {
    this.file = file;
    this.catalogue = catalogue;
    part = file.resolveSibling(file.getFileName() + ".part");
    out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(EventFile.SCHEMA))
            .setCodec(CodecFactory.zstandardCodec(ZSTD_LEVEL))
            .setSyncInterval(BLOCK_BYTES)
            .setMeta(EventFile.DOMAIN, catalogue.domain())
            .setMeta(EventFile.ORIGIN, origin);
    out.create(EventFile.SCHEMA, Files.newOutputStream(part), mark(origin));
  }

  /** Returns the sync mark, which is not random as usual, so that files can be compared. */
  private static byte[] mark(String origin) {
    try {
      byte[] text = origin.getBytes(StandardCharsets.UTF_8);
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(text), MARK_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /**
   * Adds an event. The file stores it under the id that the catalogue's file lists, not a
   * registry's, so that it can be read wherever the catalogue is available.
   */
  public void add(FeedEvent event) throws IOException {
    recorded.put("eventTime", event.eventTimeMs());
    recorded.put("type", event.type().name());
    recorded.put("key", event.key());
    recorded.put("value", ByteBuffer.wrap(listed(event.value())));
    out.append(recorded);
    events++;
  }

  private byte[] listed(byte[] value) {
    int id = Framing.schemaId(value);
    SchemaVersion version = catalogue.version(id);
    if (version == null || version.listedId() == id) {
      return value;
    }
    byte[] listed = value.clone();
    Framing.writeHeader(listed, version.listedId());
    return listed;
  }

  /** Returns the number of events added. */
  public long events() {
    return events;
  }

  /** Completes the file and gives it its final name. */
  public void finish() throws IOException {
    out.close();
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    finished = true;
  }

  /** Stops writing; deletes a file that is not finished. */
  @Override
  public void close() throws IOException {
    if (!finished) {
      out.close();
      Files.deleteIfExists(part);
    }
  }
}
