package io.windsock.topology.receive;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The logged form of {@link Accounts}: a version byte, the counters, the stamp by stream name, and
 * the taken counts by rule name. The names make it readable under other rules or a catalogue with
 * more streams. Written once per commit.
 */
final class AccountsFormat {
  private static final byte VERSION = 2;

  /** Holds the counts of removed rules, so that the next marker still adds up. */
  static final String FORMER_RULES = "former rules";

  private AccountsFormat() {}

  static byte[] encode(Accounts accounts) {
    var bytes = new ByteArrayOutputStream(256);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      for (long counter : counters(accounts)) {
        out.writeLong(counter);
      }
      write(out, accounts.streams, accounts.stamp);
      writeTaken(out, accounts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static long[] counters(Accounts accounts) {
    return new long[] {
      accounts.sequence,
      accounts.appendTimeMs,
      accounts.epoch,
      accounts.marker,
      accounts.heldAtMarker,
      accounts.received,
      accounts.forwarded,
      accounts.notForwarded,
      accounts.passed,
      accounts.carried,
      accounts.derived,
      accounts.deadLettered
    };
  }

  private static void write(DataOutputStream out, List<String> names, long[] values)
      throws IOException {
    out.writeShort(values.length);
    writeEach(out, names, values);
  }

  /** Counts of former rules have to outlast further restarts before the next marker. */
  private static void writeTaken(DataOutputStream out, Accounts accounts) throws IOException {
    boolean former = accounts.takenByFormerRules != 0;
    out.writeShort(accounts.taken.length + (former ? 1 : 0));
    writeEach(out, accounts.rules, accounts.taken);
    if (former) {
      out.writeUTF(FORMER_RULES);
      out.writeLong(accounts.takenByFormerRules);
    }
  }

  private static void writeEach(DataOutputStream out, List<String> names, long[] values)
      throws IOException {
    for (int i = 0; i < values.length; i++) {
      out.writeUTF(names.get(i));
      out.writeLong(values[i]);
    }
  }

  /**
   * Decodes the result of {@link #encode} for these streams and rules.
   *
   * @throws IllegalArgumentException for bytes that {@link #encode} can't have written
   */
  static Accounts decode(byte[] bytes, List<String> streams, List<String> rules) {
    Accounts accounts = new Accounts(streams, rules);
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readByte();
      if (version != VERSION) {
        throw new IllegalArgumentException("accounts of format " + version + ", not " + VERSION);
      }
      readCounters(in, accounts);
      read(in, accounts.streams, accounts.stamp);
      accounts.takenByFormerRules = read(in, accounts.rules, accounts.taken);
      return accounts;
    } catch (IOException e) {
      throw new IllegalArgumentException("accounts of " + bytes.length + " bytes: " + e, e);
    }
  }

  private static void readCounters(DataInputStream in, Accounts accounts) throws IOException {
    accounts.sequence = in.readLong();
    accounts.appendTimeMs = in.readLong();
    accounts.epoch = in.readLong();
    accounts.marker = in.readLong();
    accounts.heldAtMarker = in.readLong();
    accounts.received = in.readLong();
    accounts.forwarded = in.readLong();
    accounts.notForwarded = in.readLong();
    accounts.passed = in.readLong();
    accounts.carried = in.readLong();
    accounts.derived = in.readLong();
    accounts.deadLettered = in.readLong();
  }

  /** Reads values by name; returns the sum of those whose name no longer exists. */
  private static long read(DataInputStream in, List<String> names, long[] values)
      throws IOException {
    long others = 0;
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      int place = names.indexOf(in.readUTF());
      long value = in.readLong();
      if (place < 0) {
        others += value;
      } else {
        values[place] += value;
      }
    }
    return others;
  }
}
