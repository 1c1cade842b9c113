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
 * Writes faults to a file, one JSON object a line: {@code {"file":…,"line":12,"reason":…,"raw":…}},
 * or {@code "record"} instead of {@code "line"}. The file is made at the first fault, in place of
 * an older one; without faults there is none. Each fault is on disk, as far as the system goes,
 * when {@link #fault} returns. Owned by one thread.
 */
public final class RejectsFile implements FaultSink, Closeable {
  private final Path file;
  private final JsonFactory json = new JsonFactory();
  private @Nullable OutputStream out;
  private long count;

  /** Writes to {@code file}, whose folder has to be there. */
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

  /** Half a surrogate pair, left by cutting a text, can't be written as UTF-8. */
  private static String wellFormed(String text) {
    int last = text.length() - 1;
    return last >= 0 && Character.isHighSurrogate(text.charAt(last))
        ? text.substring(0, last)
        : text;
  }

  /** How many faults it has taken. */
  public long count() {
    return count;
  }

  /** The file's path, whether or not there is anything to be found there. */
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
