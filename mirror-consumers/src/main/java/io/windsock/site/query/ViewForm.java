package io.windsock.site.query;

import io.windsock.platform.http.message.MediaType;

/** The forms that a view is encoded in, each for itself. */
public enum ViewForm {
  /** A JSON document. */
  JSON(MediaType.JSON, false),
  /** The same, compressed. */
  JSON_GZIP(MediaType.JSON, true),
  /** Keys and framed states, one after the other. */
  AVRO(MediaType.AVRO, false),
  /** The same, compressed. */
  AVRO_GZIP(MediaType.AVRO, true),
  /** {@code rows} events of an SSE stream. */
  SSE(MediaType.JSON, false);

  private final MediaType type;
  private final boolean gzip;

  ViewForm(MediaType type, boolean gzip) {
    this.type = type;
    this.gzip = gzip;
  }

  /** The form of an answer with this type and encoding. */
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

  /** The form that this one is the compression of; itself where it is none. */
  public ViewForm plain() {
    return of(type, false);
  }
}
