package io.windsock.platform.http.endpoint;

import io.vertx.core.buffer.Buffer;
import io.windsock.platform.http.AnswerPolicy;
import io.windsock.platform.http.message.Answer;
import io.windsock.platform.http.message.EntityTag;
import io.windsock.platform.http.message.Gzip;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A static file, plain and compressed. Immutable.
 *
 * @param type {@code Content-Type}
 * @param plain the bytes
 * @param plainTag the entity tag of the plain bytes
 * @param gzip the compressed bytes
 * @param gzipTag the entity tag of the compressed bytes
 * @param library whether it belongs to a library, whose files change only with the build
 */
record StaticFile(
    String type, Buffer plain, String plainTag, Buffer gzip, String gzipTag, boolean library) {
  private static final String KEPT = "public, max-age=3600";
  private static final String REVALIDATED = "no-cache";

  static StaticFile of(String type, byte[] plain, boolean library) {
    byte[] gzip = Gzip.compress(plain);
    return new StaticFile(
        type,
        Buffer.buffer(plain),
        EntityTag.of(plain),
        Buffer.buffer(gzip),
        EntityTag.of(gzip),
        library);
  }

  /**
   * Returns the file as an answer.
   *
   * @param compressed whether the client accepts gzip
   * @param connectTo the sources that a page may connect to
   */
  Answer answer(boolean compressed, @Nullable String ifNoneMatch, String connectTo) {
    boolean zip = compressed && plain.length() >= Gzip.WORTHWHILE_BYTES;
    String tag = zip ? gzipTag : plainTag;
    List<CharSequence> headers = new ArrayList<>();
    headers.addAll(List.of("ETag", tag, "Vary", "Accept-Encoding"));
    headers.addAll(List.of("Cache-Control", library ? KEPT : REVALIDATED));
    if (type.startsWith("text/html")) {
      headers.addAll(List.of("Content-Security-Policy", policy(connectTo)));
      headers.addAll(List.of("Referrer-Policy", "no-referrer"));
    }
    if (AnswerPolicy.matches(ifNoneMatch, tag)) {
      return Answer.empty(304, headers);
    }
    if (zip) {
      headers.addAll(List.of("Content-Encoding", "gzip"));
    }
    return new Answer(200, type, headers, zip ? gzip : plain);
  }

  private static String policy(String connectTo) {
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        + " font-src 'self'; connect-src "
        + connectTo
        + "; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";
  }
}
