package io.windsock.control.http;

import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The epoch of the parameters as an entity tag: {@code ETag: "8"}, {@code If-Match: "8"}. */
final class EpochTag {
  private static final String ANY = "*";

  /**
   * Weak tags are accepted too: a proxy that compresses responses weakens their tags, and the epoch
   * stays the same.
   */
  private static final Pattern TAG = Pattern.compile("(?:W/)?\"(\\d{1,18})\"");

  private EpochTag() {}

  static String of(long epoch) {
    return "\"" + epoch + "\"";
  }

  /** Returns an answer to keep no copy of, with the tag of {@code epoch}. */
  static Answer answer(long epoch, Json.Fields fields) {
    List<CharSequence> headers = new ArrayList<>(Answer.NOT_KEPT);
    headers.addAll(List.of("ETag", of(epoch)));
    return new Answer(200, Answer.JSON, headers, Json.object(fields));
  }

  /**
   * Returns the epoch that an {@code If-Match} header names.
   *
   * @param ifMatch the header; null if absent
   * @return null if any epoch is acceptable
   * @throws Refusal if it is not an epoch
   */
  static @Nullable Long epoch(@Nullable String ifMatch) {
    if (ifMatch == null || ifMatch.strip().equals(ANY)) {
      return null;
    }
    Matcher tag = TAG.matcher(ifMatch.strip());
    if (!tag.matches()) {
      throw Refusal.bad(
          "If-Match " + Refusal.shown(ifMatch) + " names no epoch",
          "send one epoch in quotes, as the ETag of /v1/params, or leave it out");
    }
    return Long.valueOf(tag.group(1));
  }
}
