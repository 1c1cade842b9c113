package io.windsock.feeds.order;

import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A temporary file of sorted events, which is written once, read once, and deleted when closed. */
final class EventRun implements Events, Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int END = -1;

  private final Path file;
  private final List<EventType> types;
  private final DataInputStream in;

  private EventRun(Path file, List<EventType> types) throws IOException {
    this.file = file;
    this.types = types;
    this.in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
  }

  /**
   * Writes {@code events} to a file in {@code folder}.
   *
   * @param types the catalogue's types by ordinal
   */
  static EventRun write(Path folder, Events events, List<EventType> types) throws IOException {
    Path file = Files.createTempFile(folder, "windsock-sort-", ".run");
    try {
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES))) {
        for (FeedEvent event = events.next(); event != null; event = events.next()) {
          write(out, event);
        }
        out.writeInt(END);
      }
      return new EventRun(file, types);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file);
      throw e;
    }
  }

  private static void write(DataOutputStream out, FeedEvent event) throws IOException {
    byte[] key = event.key().getBytes(StandardCharsets.UTF_8);
    out.writeInt(event.type().ordinal());
    out.writeLong(event.eventTimeMs());
    out.writeInt(key.length);
    out.write(key);
    out.writeInt(event.value().length);
    out.write(event.value());
  }

  @Override
  public @Nullable FeedEvent next() throws IOException {
    int type = in.readInt();
    if (type == END) {
      return null;
    }
    long timeMs = in.readLong();
    String key = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    return new FeedEvent(types.get(type), key, timeMs, in.readNBytes(in.readInt()));
  }

  @Override
  public void close() throws IOException {
    in.close();
    Files.deleteIfExists(file);
  }
}
