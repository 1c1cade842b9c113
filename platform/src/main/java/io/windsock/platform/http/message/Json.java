package io.windsock.platform.http.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The server's JSON format. */
public final class Json {
  /** No separator between root values: one generator writes many items of one array. */
  public static final JsonFactory FACTORY =
      new JsonFactoryBuilder().rootValueSeparator((String) null).build();

  /** Writes the fields of an object. */
  public interface Fields {
    /** Writes to {@code json}. */
    void write(JsonGenerator json) throws IOException;
  }

  private Json() {}

  /** Returns an object with these fields. */
  public static Buffer object(Fields fields) {
    ByteSink out = new ByteSink();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.buffer();
  }
}
