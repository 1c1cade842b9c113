package io.windsock.gateway.run;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import io.windsock.platform.link.LinkServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A site without state, which answers every call alike. Owned by its event loop. */
final class RehearsalSite implements CallHandler {
  private static final String NAME = "rehearsal";
  private static final Token AT = new Token(1, new long[] {0});
  private static final int BODY_BYTES = 500;
  private static final ByteBuffer BODY =
      ByteBuffer.wrap(
          ("{\"text\":\"" + "x".repeat(BODY_BYTES) + "\"}").getBytes(StandardCharsets.UTF_8));

  /** Returns the site as discovery would name it. */
  static Member at(LinkServer links) {
    return new Member(NAME, "", links.url());
  }

  @Override
  public Responder condition() {
    return new Responder(NAME, NAME, true, false, 0, 0);
  }

  @Override
  public void opened(AnswerStream stream) {
    // The relay is its only gateway.
  }

  @Override
  public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
    AnswerEncoder answers = new AnswerEncoder();
    for (Call call : batch.calls()) {
      answers.found(call.id(), NAME, AT, BODY.duplicate());
    }
    stream.send(answers.take());
  }

  @Override
  public void closed(AnswerStream stream) {
    // It keeps nothing of a stream.
  }
}
