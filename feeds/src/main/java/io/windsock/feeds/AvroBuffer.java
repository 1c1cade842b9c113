package io.windsock.feeds;

import io.windsock.contracts.schema.Framing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/** Avro being written into memory by Avro's own encoder. Reused; owned by one thread. */
public final class AvroBuffer {
  private static final int START_BYTES = 512;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(START_BYTES);
  private final BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
  private final byte[] header = new byte[Framing.HEADER_BYTES];

  /** Begins a value framed under this schema id, in place of what was begun before. */
  public Encoder start(int schemaId) throws IOException {
    Encoder begun = startBare();
    Framing.writeHeader(header, schemaId);
    bytes.write(header, 0, header.length);
    return begun;
  }

  /** Begins bytes without a frame, in place of what was begun before. */
  public Encoder startBare() throws IOException {
    encoder.flush();
    bytes.reset();
    return encoder;
  }

  /** A copy of what has been written since the start. */
  public byte[] toBytes() throws IOException {
    encoder.flush();
    return bytes.toByteArray();
  }
}
