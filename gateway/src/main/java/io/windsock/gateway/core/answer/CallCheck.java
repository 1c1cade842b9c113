package io.windsock.gateway.core.answer;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import org.jspecify.annotations.Nullable;

/** The rules that a caller's call and a caller's name must meet. */
public final class CallCheck {
  /** The longest value shown in an error. */
  private static final int SHOWN_CHARS = 80;

  private CallCheck() {}

  /**
   * Returns the fault of a call.
   *
   * @param error what is wrong, with the offending value
   * @param remedy how to correct it
   */
  public record Fault(String error, String remedy) {}

  /** Returns what is wrong with a call; null if nothing is. */
  public static @Nullable Fault fault(Call call) {
    if (!isName(call.id(), Call.MAX_ID_CHARS, true)) {
      return new Fault(
          "invalid id '" + shown(call.id()) + "'",
          "use 1 to "
              + Call.MAX_ID_CHARS
              + " letters, digits, dots, dashes, underscores or colons");
    }
    if (call.remainingMs() < 1 || call.remainingMs() > Call.MAX_DEADLINE_MS) {
      return new Fault(
          "invalid deadline " + call.remainingMs() + " ms",
          "use 1 to " + Call.MAX_DEADLINE_MS + " ms");
    }
    if (call.copies() < 1 || call.copies() > Call.MAX_COPIES) {
      return new Fault("invalid number of copies " + call.copies(), "use 1 to " + Call.MAX_COPIES);
    }
    return question(call.question());
  }

  private static @Nullable Fault question(Question question) {
    if (question instanceof Question.OfKey key && key.key().isEmpty()) {
      return new Fault("the key is empty", "name the key");
    }
    if (question instanceof Question.OfView view) {
      if (view.view().isEmpty()) {
        return new Fault("the view is empty", "name the view");
      }
      if (view.limit() < 1) {
        return new Fault("invalid limit " + view.limit(), "use at least 1");
      }
    }
    return null;
  }

  /** Returns whether a caller may have this name: empty, or without a colon. */
  public static boolean isCaller(String caller) {
    return caller.isEmpty() || isName(caller, Call.MAX_CALLER_CHARS, false);
  }

  private static boolean isName(String text, int maxChars, boolean colons) {
    if (text.isEmpty() || text.length() > maxChars) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isNameChar(c) && !(colons && c == ':')) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNameChar(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-'
        || c == '_';
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
  }
}
