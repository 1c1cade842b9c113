package io.windsock.feeds;

import io.windsock.contracts.schema.Framing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/** A reused in-memory buffer that Avro's own encoder writes to. Owned by one thread. */
public final class AvroBuffer {
  private static final int START_BYTES = 512;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(START_BYTES);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
  private final byte[] header = new byte[Framing.HEADER_BYTES];

  /** Starts a value framed with this schema id and discards the previous content. */
  public Encoder start(int schemaId) throws IOException {
    Encoder begun = startBare();
    Framing.writeHeader(header, schemaId);
    bytes.write(header, 0, header.length);
    return begun;
  }

  /** Starts unframed bytes and discards the previous content. */
  public Encoder startBare() throws IOException {
    encoder.flush();
    bytes.reset();
    return encoder;
  }

  /** Returns a copy of the bytes written since the start. */
  public byte[] toBytes() throws IOException {
    encoder.flush();
    return bytes.toByteArray();
  }
}
