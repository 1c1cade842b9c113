package io.windsock.rules.condition;

import io.windsock.contracts.schema.SchemaVersion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A condition that checks whether an enum or a text is one of some constants: {@code status ==
 * 'LANDED'}, {@code status in ['OUT', 'OFF']}. It compares bytes, which takes about 15 ns; CEL
 * takes about 400.
 */
final class OneOf implements Condition {
  /** The comparison for one version of the schema. */
  private interface Matcher {
    boolean matches(byte[] framed);
  }

  private final EventField field;
  private final Matcher[] byVersion;

  OneOf(EventField field, Set<String> accepted) {
    this.field = field;
    byVersion = new Matcher[field.versions()];
    for (int i = 0; i < byVersion.length; i++) {
      StoredField stored = field.stored(i);
      byVersion[i] =
          stored == null ? constant(field.absent(), accepted) : matcher(stored, accepted);
    }
  }

  private static Matcher constant(@Nullable Object value, Set<String> accepted) {
    boolean matches = value instanceof String text && accepted.contains(text);
    return framed -> matches;
  }

  private static Matcher matcher(StoredField stored, Set<String> accepted) {
    return stored.type() == Schema.Type.ENUM ? symbol(stored, accepted) : text(stored, accepted);
  }

  private static Matcher symbol(StoredField stored, Set<String> accepted) {
    String[] symbols = stored.symbols();
    boolean[] matches = new boolean[symbols.length];
    for (int i = 0; i < symbols.length; i++) {
      matches[i] = accepted.contains(symbols[i]);
    }
    return framed -> {
      int at = stored.find(framed);
      return at != StoredField.NULL && matches[AvroSkip.readInt(framed, at)];
    };
  }

  private static Matcher text(StoredField stored, Set<String> accepted) {
    byte[][] texts =
        accepted.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    return framed -> {
      int at = stored.find(framed);
      return at != StoredField.NULL && isOneOf(framed, at, texts);
    };
  }

  private static boolean isOneOf(byte[] framed, int at, byte[][] texts) {
    int length = (int) AvroSkip.readLong(framed, at);
    int start = AvroSkip.varint(framed, at);
    for (byte[] text : texts) {
      if (Arrays.equals(framed, start, start + length, text, 0, text.length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean holds(byte[] framed, SchemaVersion version) {
    return byVersion[field.index(version)].matches(framed);
  }
}
