package io.windsock.site.query;

/**
 * A query for the state of one key.
 *
 * @param key the key
 * @param form JSON or Avro
 */
public record KeyQuery(String key, ViewForm form) implements Query {}
