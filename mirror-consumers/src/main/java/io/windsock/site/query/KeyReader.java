package io.windsock.site.query;

import io.windsock.contracts.position.Token;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the states of keys from one snapshot. Owned by one worker; close it soon. */
public final class KeyReader implements AutoCloseable {
  private final SiteSnapshot snapshot;
  private final RowWriter writer;

  KeyReader(SiteSnapshot snapshot, RowWriter writer) {
    this.snapshot = snapshot;
    this.writer = writer;
  }

  /** The position of everything it reads. */
  public Token at() {
    return snapshot.token();
  }

  byte @Nullable [] framed(String key) {
    return snapshot.state(key.getBytes(StandardCharsets.UTF_8));
  }

  /** The state of a key as {@code GET /v1/state/{key}} gives it in JSON; null if it has none. */
  public byte @Nullable [] json(String key) {
    byte[] framed = framed(key);
    if (framed == null) {
      return null;
    }
    ByteSink out = new ByteSink();
    writer.state(out, key, writer.decode(framed));
    return out.bytes();
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
