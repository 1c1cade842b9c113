package io.windsock.contracts.query;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds of a batch. Decoders refuse what exceeds them; {@link #fault} finds it beforehand. */
public final class BatchBounds {
  /** The most calls, cancels or answers in one batch. */
  public static final int MAX_ITEMS = 4096;

  /** The most bytes of a batch of calls: 4 MiB. */
  public static final int MAX_CALL_BATCH_BYTES = 4 << 20;

  /** The most bytes of a batch of answers: 16 MiB. */
  public static final int MAX_ANSWER_BATCH_BYTES = 16 << 20;

  /** The most bytes of an answer's body: 12 MiB. */
  public static final int MAX_BODY_BYTES = 12 << 20;

  /** The most bytes of a key, a view's name or the value of its parameter. */
  public static final int MAX_TEXT_BYTES = 1024;

  /** The most bytes of the name or the incarnation of a sender, a gateway or a site. */
  public static final int MAX_NAME_BYTES = 128;

  /** The most bytes of an error or a remedy; encoders cut longer ones. */
  public static final int MAX_MESSAGE_BYTES = 2048;

  /** The most gateways that a call names. */
  public static final int MAX_GATEWAYS = 16;

  private BatchBounds() {}

  /** Returns whether {@code id} is 1 to 97 letters, digits, dots, dashes, underscores or colons. */
  public static boolean isId(String id) {
    if (id.isEmpty() || id.length() > Call.MAX_WIRE_ID_CHARS) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (!isIdChar(id.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an id may contain the character {@code c}. */
  public static boolean isIdChar(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '-'
        || c == '_'
        || c == ':';
  }

  /** Returns why a batch can't contain this call; null if it can. */
  public static @Nullable String fault(Call call) {
    if (!isId(call.id())) {
      return "id '"
          + shown(call.id())
          + "': use 1 to "
          + Call.MAX_WIRE_ID_CHARS
          + " letters, digits, dots, dashes, underscores or colons";
    }
    String fault = fault(call.question());
    return fault == null ? gatewayFault(call.gateways()) : fault;
  }

  /** Returns why a call can't ask this question; null if it can. */
  public static @Nullable String fault(Question question) {
    if (question instanceof Question.OfView view) {
      String fault = tooLong("view", view.view(), MAX_TEXT_BYTES);
      return fault == null ? tooLong("group", view.group(), MAX_TEXT_BYTES) : fault;
    }
    return question instanceof Question.OfKey key
        ? tooLong("key", key.key(), MAX_TEXT_BYTES)
        : "unknown question " + question;
  }

  private static @Nullable String gatewayFault(List<String> gateways) {
    if (gateways.size() > MAX_GATEWAYS) {
      return "gateways: " + gateways.size() + " of them; name at most " + MAX_GATEWAYS;
    }
    for (String gateway : gateways) {
      String fault = tooLong("gateway", gateway, MAX_NAME_BYTES);
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  private static @Nullable String tooLong(String what, String text, int max) {
    // Three bytes is the most that one char takes, so most texts need no encoding to be checked.
    return text.length() * 3L <= max || text.getBytes(StandardCharsets.UTF_8).length <= max
        ? null
        : what + " '" + shown(text) + "' is longer than " + max + " bytes";
  }

  private static String shown(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "...";
  }
}
