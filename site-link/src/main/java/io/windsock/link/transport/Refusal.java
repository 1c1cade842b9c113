package io.windsock.link.transport;

import io.vertx.core.http.HttpServerResponse;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionProof.Statement;
import io.windsock.platform.link.LinkNames;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Why a receiver ends a session, as the stream's trailers say it. Whoever ends TLS can write them,
 * so only one that the receiver proves makes a sender stop.
 *
 * @param status one of {@link LinkNames}
 * @param message the reason, escaped
 * @param code proves them, in hexadecimal; empty if the receiver does not know the sender's key
 */
record Refusal(String status, String message, String code) {
  /**
   * The most characters of a reason: enough for topic, partition, offsets and the remedy, and
   * escaped still within the 8 KiB that a peer accepts of trailers.
   */
  private static final int MAX_CHARS = 700;

  /** Returns a receiver's refusal; {@code by} is null before it has checked the opening. */
  static Refusal of(String status, String reason, @Nullable SessionProof by) {
    Refusal said = new Refusal(status, LinkNames.escaped(reason, MAX_CHARS), "");
    return by == null ? said : said.with(by.code(Statement.REFUSED, said.content()));
  }

  /** Reads a refusal from headers or trailers. */
  static Refusal read(Function<String, @Nullable String> header) {
    String status = header.apply(LinkNames.STATUS);
    String message = header.apply(LinkNames.MESSAGE);
    String code = header.apply(LineNames.CODE);
    return new Refusal(
        status == null ? "none" : status, message == null ? "" : message, code == null ? "" : code);
  }

  private Refusal with(byte[] its) {
    return new Refusal(status, message, HexFormat.of().formatHex(its));
  }

  private byte[] content() {
    return (status + " " + message).getBytes(StandardCharsets.UTF_8);
  }

  void addTo(HttpServerResponse response) {
    response.putTrailer(LinkNames.STATUS, status).putTrailer(LinkNames.MESSAGE, message);
    if (!code.isEmpty()) {
      response.putTrailer(LineNames.CODE, code);
    }
  }

  /**
   * Returns why the session is lost.
   *
   * @param by the sender's; null before it has opened the session
   */
  LostException lost(@Nullable SessionProof by) {
    boolean stops = status.equals(LinkNames.STATUS_FAILED_PRECONDITION);
    boolean proven = by != null && by.proves(Statement.REFUSED, content(), bytes());
    String reason = message.isEmpty() ? "status " + status : LineNames.unescaped(message);
    return new LostException(
        (stops && !proven ? "somebody without the key" : "the receiver")
            + " ended the session: "
            + reason,
        stops && proven);
  }

  private byte[] bytes() {
    try {
      return HexFormat.of().parseHex(code);
    } catch (IllegalArgumentException e) { // then it proves nothing
      return new byte[0];
    }
  }
}
