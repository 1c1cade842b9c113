package io.windsock.link.stage;

import io.windsock.contracts.query.codec.AvroInput;
import io.windsock.contracts.query.codec.AvroOutput;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.batch.BatchLimits;
import java.nio.ByteBuffer;

/**
 * What precedes a frame's payload in clear text, and is authenticated with it.
 *
 * @param epoch the link's epoch: which session it is of
 * @param frame the frame's number in the session; the first one is 0, and none is left out
 * @param batch the number of the batch
 * @param part which part of the batch it is, from 0
 * @param parts how many parts the batch has
 * @param codec how the part is compressed
 * @param plainBytes how many bytes it had before
 * @param key the id of the key that it is encrypted with
 */
public record FrameHeader(
    int epoch,
    long frame,
    long batch,
    int part,
    int parts,
    Codec codec,
    int plainBytes,
    String key) {
  private static final int BYTES = 64;
  private static final int MAX_KEY_ID_BYTES = 64;

  /** Returns the encoding, which is also the additional authenticated data. */
  public byte[] encode() {
    AvroOutput out = new AvroOutput(BYTES);
    out.number(epoch);
    out.number(frame);
    out.number(batch);
    out.number(part);
    out.number(parts);
    out.number(codec.code());
    out.number(plainBytes);
    out.text(key, MAX_KEY_ID_BYTES);
    byte[] bytes = new byte[out.size()];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    out.finish(0).forEach(to::put);
    return bytes;
  }

  /**
   * Decodes a header.
   *
   * @throws MalformedBatchException with the reason, if the bytes are none
   */
  public static FrameHeader decode(byte[] bytes) throws MalformedBatchException {
    AvroInput in = new AvroInput(bytes, 0, bytes.length);
    int epoch = in.integer("epoch");
    long frame = in.number("frame");
    long batch = in.number("batch");
    int part = in.integer("part");
    int parts = in.integer("parts");
    Codec codec = Codec.of(in.integer("codec"));
    int plainBytes = in.integer("plainBytes");
    String key = WireName.read(in, "key", MAX_KEY_ID_BYTES);
    in.requireEnd();
    boolean valid = epoch >= 0 && frame >= 0 && batch >= 0 && plainBytes >= 0;
    valid &= parts > 0 && parts <= BatchLimits.MAX_PARTS && part >= 0 && part < parts;
    FrameHeader header = new FrameHeader(epoch, frame, batch, part, parts, codec, plainBytes, key);
    if (!valid || plainBytes > BatchLimits.MAX_PART_BYTES) {
      throw new MalformedBatchException("header: " + header);
    }
    return header;
  }
}
