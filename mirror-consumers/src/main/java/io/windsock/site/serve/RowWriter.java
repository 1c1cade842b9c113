package io.windsock.site.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.Ede;
import io.windsock.ede.EdeDefinition;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.http.message.Json;
import io.windsock.platform.http.message.RecordJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * Writes rows, states and events as JSON. An item is {@code {"key", "version", "row"}} wherever it
 * appears: in a view, in a page of the initial state, or in an update. Owned by one thread.
 */
public final class RowWriter {
  private final Ede ede;
  private final int version;
  private final int lastEventTime;
  private final ByteSink scratch = new ByteSink();
  private JsonGenerator json;

  /**
   * Creates a writer for the states of {@code definition}, using the schemas of {@code catalogue}.
   */
  public RowWriter(EdeDefinition definition, Catalogue catalogue) {
    ede = new Ede(definition);
    Schema state = catalogue.stateType().current().schema();
    version = state.getField("version").pos();
    lastEventTime = state.getField("lastEventTime").pos();
    json = generator();
  }

  /** A thread-local writer of {@code site}'s states. */
  public static ThreadLocal<RowWriter> perThread(ServedSite site) {
    return ThreadLocal.withInitial(() -> new RowWriter(site.definition(), site.catalogue()));
  }

  private JsonGenerator generator() {
    try {
      return Json.FACTORY.createGenerator(scratch);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Decodes a stored state.
   *
   * @throws IllegalStateException if it can't be decoded, although the site wrote it
   */
  public GenericRecord decode(byte[] framed) {
    try {
      return ede.decode(framed);
    } catch (UndecodableException e) {
      throw new IllegalStateException("a state of this site's own can't be read", e);
    }
  }

  /** The version of a state. */
  public long version(GenericRecord state) {
    return (Long) state.get(version);
  }

  /** The newest event time in a state, ms since the epoch. */
  public long timeMs(GenericRecord state) {
    return (Long) state.get(lastEventTime);
  }

  /** Adds an item of {@code view} to {@code out}. */
  public void item(ByteSink out, ViewDefinition view, String key, GenericRecord state) {
    write(
        out,
        () -> {
          start(key, version(state));
          json.writeFieldName("row");
          view.writeRow(key, state, json);
          json.writeEndObject();
        });
  }

  /** Adds {@code {"key", "version", "state"}} with every field that is set. */
  public void state(ByteSink out, String key, GenericRecord state) {
    write(
        out,
        () -> {
          start(key, version(state));
          json.writeFieldName("state");
          RecordJson.write(state, json);
          json.writeEndObject();
        });
  }

  /** Adds {@code {"key", "version"}}: the key is no longer in the view. */
  public void removal(ByteSink out, String key, long version) {
    write(
        out,
        () -> {
          start(key, version);
          json.writeEndObject();
        });
  }

  /** Adds {@code {"key", "version", "type", "event"}}. */
  public void derived(ByteSink out, String key, long version, GenericRecord event) {
    write(
        out,
        () -> {
          start(key, version);
          json.writeStringField("type", event.getSchema().getName());
          json.writeFieldName("event");
          RecordJson.write(event, json);
          json.writeEndObject();
        });
  }

  /** Adds {@code text} as a JSON string. */
  public void text(ByteSink out, String text) {
    write(out, () -> json.writeString(text));
  }

  private void start(String key, long version) throws IOException {
    json.writeStartObject();
    json.writeStringField("key", key);
    json.writeNumberField("version", version);
  }

  private interface Content {
    void write() throws IOException;
  }

  private void write(ByteSink out, Content content) {
    scratch.truncate(0);
    try {
      content.write();
      json.flush();
    } catch (IOException e) {
      json = generator();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      json = generator();
      throw e;
    }
    scratch.copyTo(out);
  }
}
