package io.windsock.feeds;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes faults to a file, one JSON object per line: {@code
 * {"file":…,"line":12,"reason":…,"raw":…}}, or {@code "record"} instead of {@code "line"}. The file
 * is created at the first fault and replaces an older one; without faults it is not created. Each
 * fault is flushed to the operating system when {@link #fault} returns. Owned by one thread.
 */
public final class RejectsFile implements FaultSink, Closeable {
  private final Path file;
  private final JsonFactory json = new JsonFactory();
  private @Nullable OutputStream out;
  private long count;

  /** Writes to {@code file}, whose folder must exist. */
  public RejectsFile(Path file) {
    this.file = file;
  }

  @Override
  public void fault(FeedFault fault) throws IOException {
    OutputStream target = out;
    if (target == null) {
      target = Files.newOutputStream(file);
      out = target;
    }
    count++;
    target.write(line(fault));
  }

  private byte[] line(FeedFault fault) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator generator = json.createGenerator(bytes)) {
      generator.writeStartObject();
      generator.writeStringField("file", fault.file());
      generator.writeNumberField(fault.unit().name().toLowerCase(Locale.ROOT), fault.number());
      generator.writeStringField("reason", fault.reason());
      generator.writeStringField("raw", wellFormed(fault.raw()));
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  /** Removes half a surrogate pair, which truncating a text can leave and UTF-8 can't represent. */
  private static String wellFormed(String text) {
    int last = text.length() - 1;
    return last >= 0 && Character.isHighSurrogate(text.charAt(last))
        ? text.substring(0, last)
        : text;
  }

  /** Returns the number of faults written. */
  public long count() {
    return count;
  }

  /** Returns the file's path, whether or not the file exists. */
  public Path path() {
    return file;
  }

  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
