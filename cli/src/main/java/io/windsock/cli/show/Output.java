package io.windsock.cli.show;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.function.Supplier;

/** Writes a command's result, as a table or as JSON. */
public final class Output {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().registerModule(times()).disable(SerializationFeature.FAIL_ON_EMPTY_BEANS);
  private static final ObjectWriter PRETTY = MAPPER.writerWithDefaultPrettyPrinter();

  /** Writes times in ISO form. */
  private static SimpleModule times() {
    return new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance);
  }

  /** The formats, lower-case as on the command line. */
  public enum Form {
    /** Aligned text. */
    table,
    /** One JSON value, or one per line if the result is a sequence. */
    json
  }

  private final PrintWriter out;
  private final Form form;

  /** Creates an output to {@code out}. */
  public Output(PrintWriter out, Form form) {
    this.out = out;
    this.form = form;
  }

  /** Whether the output is JSON. */
  public boolean json() {
    return form == Form.json;
  }

  /** Writes one result: {@code value} as indented JSON, or the text. */
  public void result(Object value, Supplier<String> text) {
    if (json()) {
      out.println(encoded(PRETTY, value));
    } else {
      out.print(text.get());
    }
    out.flush();
  }

  /** Writes one element of a sequence: {@code value} as a line of JSON, or the text as a line. */
  public void element(Object value, Supplier<String> text) {
    out.println(json() ? encoded(MAPPER.writer(), value) : text.get());
    out.flush();
  }

  /** Writes a line in text format only. */
  public void note(String line) {
    if (!json()) {
      out.println(line);
      out.flush();
    }
  }

  /** Returns {@code value} as indented JSON. */
  public static String pretty(Object value) {
    return encoded(PRETTY, value);
  }

  /** Returns {@code value} as JSON on one line. */
  public static String compact(Object value) {
    return encoded(MAPPER.writer(), value);
  }

  private static String encoded(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("can't write " + value.getClass() + " as JSON", e);
    }
  }
}
