package io.windsock.cli.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import io.windsock.contracts.config.Fault;
import java.util.Locale;

/**
 * The result of one check.
 *
 * @param found what was found
 * @param remedy what to do about it; empty if nothing
 */
record Check(String name, Verdict verdict, String found, String remedy) {
  /** The severity of a result. */
  enum Verdict {
    /** No problem. */
    OK,
    /** It works, but may fail under some conditions. */
    WARNING,
    /** It does not work. */
    FAULT,
    /** Nothing to check. */
    SKIPPED;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Check ok(String name, String found) {
    return new Check(name, Verdict.OK, found, "");
  }

  static Check warning(String name, String found, String remedy) {
    return new Check(name, Verdict.WARNING, found, remedy);
  }

  static Check fault(String name, String found, String remedy) {
    return new Check(name, Verdict.FAULT, found, remedy);
  }

  /** Creates a check from a message that says what was found and, after a semicolon, the remedy. */
  static Check of(Fault fault) {
    String message = fault.message();
    int semicolon = message.indexOf("; ");
    return semicolon < 0
        ? fault(fault.place(), message, "")
        : fault(fault.place(), message.substring(0, semicolon), message.substring(semicolon + 2));
  }

  static Check skipped(String name, String found, String remedy) {
    return new Check(name, Verdict.SKIPPED, found, remedy);
  }
}
