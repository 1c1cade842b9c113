package io.windsock.feeds.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;

/**
 * Avro's decoder over a block in memory, with bounds: a length or count that exceeds the rest of
 * the block is rejected before any allocation or iteration. Owned by one thread.
 */
final class AvroDecoder extends Decoder {
  private BinaryDecoder in = DecoderFactory.get().binaryDecoder(new byte[0], null);
  private InputStream rest = in.inputStream();

  /** The number of elements that the current record may still have: elements may take no bytes. */
  private long elements;

  /** Starts a block, {@code block[0, length)}. */
  void set(byte[] block, int length) {
    in = DecoderFactory.get().binaryDecoder(block, 0, length, in);
    rest = in.inputStream();
  }

  /** Starts a record. */
  void startRecord() throws IOException {
    elements = remaining();
  }

  /** Returns the number of bytes left in the block. */
  int remaining() throws IOException {
    return rest.available();
  }

  private int length() throws IOException {
    long length = in.readLong();
    if (length < 0 || length > remaining()) {
      throw new EOFException();
    }
    return (int) length;
  }

  private long count(long count) throws IOException {
    if (count < 0 || count > elements) {
      throw new EOFException();
    }
    elements -= count;
    return count;
  }

  /** Reads the count of the next run of elements; a negative count precedes the run's length. */
  private long items() throws IOException {
    long count = in.readLong();
    if (count < 0) {
      in.readLong();
      count = -count;
    }
    return count(count);
  }

  private long skipItems() throws IOException {
    long count = in.readLong();
    while (count < 0) {
      in.skipFixed(length());
      count = in.readLong();
    }
    return count(count);
  }

  @Override
  public void readNull() {}

  @Override
  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  @Override
  public int readInt() throws IOException {
    return in.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return in.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return in.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return in.readDouble();
  }

  @Override
  public Utf8 readString(Utf8 old) throws IOException {
    int length = length();
    Utf8 text = old == null ? new Utf8() : old;
    text.setByteLength(length);
    in.readFixed(text.getBytes(), 0, length);
    return text;
  }

  @Override
  public String readString() throws IOException {
    return readString(new Utf8()).toString();
  }

  @Override
  public void skipString() throws IOException {
    in.skipFixed(length());
  }

  @Override
  public ByteBuffer readBytes(ByteBuffer old) throws IOException {
    byte[] bytes = new byte[length()];
    in.readFixed(bytes);
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public void skipBytes() throws IOException {
    in.skipFixed(length());
  }

  @Override
  public void readFixed(byte[] bytes, int start, int length) throws IOException {
    in.readFixed(bytes, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    in.skipFixed(length);
  }

  @Override
  public int readEnum() throws IOException {
    return in.readEnum();
  }

  @Override
  public int readIndex() throws IOException {
    return in.readIndex();
  }

  @Override
  public long readArrayStart() throws IOException {
    return items();
  }

  @Override
  public long arrayNext() throws IOException {
    return items();
  }

  @Override
  public long skipArray() throws IOException {
    return skipItems();
  }

  @Override
  public long readMapStart() throws IOException {
    return items();
  }

  @Override
  public long mapNext() throws IOException {
    return items();
  }

  @Override
  public long skipMap() throws IOException {
    return skipItems();
  }
}
