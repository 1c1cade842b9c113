package io.windsock.contracts.schema;

import org.jspecify.annotations.Nullable;

/**
 * A small program that steps through the encoded values of one schema version, from a record's
 * first byte to its last. {@link PlanCompiler} compiles it once. Walking it allocates nothing for a
 * valid record and reads only values that determine the structure. Immutable; shared by all
 * threads.
 *
 * <p>It is stricter than Avro's reader, which trusts lengths: no string, collection or nesting may
 * exceed the remaining bytes.
 */
public final class ValuePlan {
  /** The maximum nesting depth of values. */
  static final int MAX_DEPTH = 64;

  /** The maximum number of zero-byte items that one collection may claim. */
  static final int MAX_EMPTY_ITEMS = 1 << 10;

  /** Instruction codes; operands follow their code. */
  static final int INT = 0;

  static final int LONG = 1;

  /** {@code SKIP n}: n bytes of any content. */
  static final int SKIP = 2;

  /** {@code BYTES}: a length, then that many bytes. */
  static final int BYTES = 3;

  /** {@code ENUM n}: an index below n. */
  static final int ENUM = 4;

  /**
   * {@code OPTIONAL null n}: branch {@code null} skips the next n codes; the other executes them.
   */
  static final int OPTIONAL = 5;

  /** {@code UNION n}, then the plan number of each branch. */
  static final int UNION = 6;

  /** {@code ITEMS plan min}: blocks of items, each at least min bytes long. */
  static final int ITEMS = 7;

  /** {@code CALL plan}: a record nested in one of its own type. */
  static final int CALL = 8;

  private static final int CUT_SHORT = -1;
  private static final int BAD_NUMBER = -2;
  private static final int BAD_LENGTH = -3;
  private static final int BAD_BRANCH = -4;
  private static final int BAD_SYMBOL = -5;
  private static final int TOO_DEEP = -6;

  private final SchemaVersion version;
  private final int[][] programs;

  ValuePlan(SchemaVersion version, int[][] programs) {
    this.version = version;
    this.programs = programs;
  }

  /** Returns the schema version that this plan walks. */
  public SchemaVersion version() {
    return version;
  }

  /**
   * Returns the reason why these framed bytes are not a record of this version; null if they are.
   * The caller has already checked the framing.
   */
  public @Nullable String fault(byte[] framed) {
    int end = walk(programs[0], framed, Framing.HEADER_BYTES, 0);
    return end == framed.length ? null : version + ": " + reason(end);
  }

  private static String reason(int end) {
    return switch (end) {
      case CUT_SHORT -> "cut short";
      case BAD_NUMBER -> "a number of too many bytes";
      case BAD_LENGTH -> "a length that is negative or beyond the end";
      case BAD_BRANCH -> "a union branch that its schema does not have";
      case BAD_SYMBOL -> "an enum symbol that its schema does not have";
      case TOO_DEEP -> "nested deeper than " + MAX_DEPTH;
      default -> "bytes follow the end of the record";
    };
  }

  /** Returns the end of the value that starts at {@code from}, or a negative fault. */
  private int walk(int[] program, byte[] bytes, int from, int depth) {
    int at = from;
    int pc = 0;
    while (pc < program.length && at >= 0) {
      switch (program[pc]) {
        case INT -> {
          at = skipNumber(bytes, at, 5);
          pc++;
        }
        case LONG -> {
          at = skipNumber(bytes, at, 10);
          pc++;
        }
        case SKIP -> {
          at = bytes.length - at < program[pc + 1] ? CUT_SHORT : at + program[pc + 1];
          pc += 2;
        }
        case BYTES -> {
          at = skipBytes(bytes, at);
          pc++;
        }
        case ENUM -> {
          int end = skipNumber(bytes, at, 5);
          boolean known = end < 0 || isBelow(index(bytes, at), program[pc + 1]);
          at = known ? end : BAD_SYMBOL;
          pc += 2;
        }
        case OPTIONAL -> {
          int end = skipNumber(bytes, at, 5);
          int branch = end < 0 ? 0 : index(bytes, at);
          at = end < 0 || isBelow(branch, 2) ? end : BAD_BRANCH;
          pc += 3 + (branch == program[pc + 1] ? program[pc + 2] : 0);
        }
        case UNION -> {
          at = walkBranch(program, pc, bytes, at, depth);
          pc += 2 + program[pc + 1];
        }
        case ITEMS -> {
          at = walkItems(program[pc + 1], program[pc + 2], bytes, at, depth);
          pc += 3;
        }
        default -> {
          at = call(program[pc + 1], bytes, at, depth);
          pc += 2;
        }
      }
    }
    return at;
  }

  private int call(int plan, byte[] bytes, int at, int depth) {
    return depth == MAX_DEPTH ? TOO_DEEP : walk(programs[plan], bytes, at, depth + 1);
  }

  private int walkBranch(int[] program, int pc, byte[] bytes, int at, int depth) {
    int end = skipNumber(bytes, at, 5);
    if (end < 0) {
      return end;
    }
    int branch = index(bytes, at);
    return isBelow(branch, program[pc + 1])
        ? call(program[pc + 2 + branch], bytes, end, depth)
        : BAD_BRANCH;
  }

  private int walkItems(int plan, int minBytes, byte[] bytes, int from, int depth) {
    int at = from;
    long empty = 0;
    while (true) {
      int end = skipNumber(bytes, at, 10);
      if (end < 0) {
        return end;
      }
      long count = number(bytes, at);
      if (count == 0) {
        return end;
      }
      if (count < 0) {
        count = -count;
        end = skipNumber(bytes, end, 10);
      }
      empty += minBytes == 0 ? count : 0;
      long most = minBytes == 0 ? MAX_EMPTY_ITEMS : (bytes.length - end) / minBytes;
      if (end < 0 || count < 0 || count > most || empty > MAX_EMPTY_ITEMS) {
        return end < 0 ? end : BAD_LENGTH;
      }
      at = end;
      for (long i = 0; i < count && at >= 0; i++) {
        at = call(plan, bytes, at, depth);
      }
      if (at < 0) {
        return at;
      }
    }
  }

  private static int skipBytes(byte[] bytes, int at) {
    int end = skipNumber(bytes, at, 10);
    if (end < 0) {
      return end;
    }
    long length = number(bytes, at);
    return length < 0 || length > bytes.length - end ? BAD_LENGTH : end + (int) length;
  }

  /** Returns the end of the varint at {@code at}. */
  private static int skipNumber(byte[] bytes, int at, int maxBytes) {
    int limit = Math.min(bytes.length, at + maxBytes);
    for (int i = at; i < limit; i++) {
      if (bytes[i] >= 0) {
        return i + 1;
      }
    }
    return limit == at + maxBytes ? BAD_NUMBER : CUT_SHORT;
  }

  /** Returns the varint at {@code at}, whose end is known to exist. */
  private static long number(byte[] bytes, int at) {
    long raw = 0;
    for (int i = at, shift = 0; ; i++, shift += 7) {
      raw |= (long) (bytes[i] & 0x7f) << shift;
      if (bytes[i] >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
  }

  /**
   * Returns the varint at {@code at} as an index. Avro writes an int, so bits above 32 are dropped.
   */
  private static int index(byte[] bytes, int at) {
    int raw = 0;
    for (int i = at, shift = 0; ; i++, shift += 7) {
      raw |= (bytes[i] & 0x7f) << shift;
      if (bytes[i] >= 0) {
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
  }

  private static boolean isBelow(int index, int bound) {
    return Integer.compareUnsigned(index, bound) < 0;
  }
}
