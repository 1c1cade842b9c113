package io.windsock.site.query;

import io.windsock.platform.http.message.MediaType;

/** The forms in which views are encoded. */
public enum ViewForm {
  /** A JSON document. */
  JSON(MediaType.JSON, false),
  /** A compressed JSON document. */
  JSON_GZIP(MediaType.JSON, true),
  /** Keys and framed states in sequence, as Avro. */
  AVRO(MediaType.AVRO, false),
  /** The compressed form of {@link #AVRO}. */
  AVRO_GZIP(MediaType.AVRO, true),
  /** {@code rows} events of an SSE stream. */
  SSE(MediaType.JSON, false);

  private final MediaType type;
  private final boolean gzip;

  ViewForm(MediaType type, boolean gzip) {
    this.type = type;
    this.gzip = gzip;
  }

  /** The form for this media type and compression. */
  public static ViewForm of(MediaType type, boolean gzip) {
    if (type == MediaType.JSON) {
      return gzip ? JSON_GZIP : JSON;
    }
    return gzip ? AVRO_GZIP : AVRO;
  }

  public MediaType type() {
    return type;
  }

  boolean gzip() {
    return gzip;
  }

  /** The uncompressed variant of this form, possibly itself. */
  public ViewForm plain() {
    return of(type, false);
  }
}
