package io.windsock.testbed.storm.display;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Extracts the event names from an SSE stream that arrives in arbitrary chunks; data, nearly all of
 * it, is skipped to the end of its line. It keeps only a few bytes because each display has one.
 * One thread owns it.
 */
final class SseNames {
  private static final byte[] FIELD = "event:".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_NAME = 16;
  private static final byte NEW_LINE = '\n';

  private final Consumer<String> names;
  private final byte[] name = new byte[LONGEST_NAME];
  private int nameLength;
  private int column;
  private boolean matches = true;

  /** Reports each event's name when the event is complete. */
  SseNames(Consumer<String> names) {
    this.names = names;
  }

  void take(ByteBuf bytes) {
    int end = bytes.writerIndex();
    int i = bytes.readerIndex();
    while (i < end) {
      if (!matches) {
        i = bytes.indexOf(i, end, NEW_LINE);
        if (i < 0) {
          return;
        }
      }
      byte b = bytes.getByte(i++);
      if (b == NEW_LINE) {
        endLine();
      } else {
        inField(b);
        column++;
      }
    }
  }

  private void inField(byte b) {
    if (column < FIELD.length) {
      matches = b == FIELD[column];
      if (column == FIELD.length - 1) {
        nameLength = 0;
      }
    } else if (b != ' ' && b != '\r' && nameLength < LONGEST_NAME) {
      name[nameLength++] = b;
    }
  }

  private void endLine() {
    if (column == 0 && nameLength > 0) {
      names.accept(new String(name, 0, nameLength, StandardCharsets.US_ASCII));
      nameLength = 0;
    }
    column = 0;
    matches = true;
  }
}
