/**
 * Stores feeds as files: framed events with type, key and time, in an Avro container file that any
 * Avro tool can read.
 *
 * <pre>
 *  FeedReader ──▶ EventFileWriter ──▶ file ──▶ AvroRows ──▶ EventFileReader ──▶ FeedReader
 * </pre>
 */
@NullMarked
package io.windsock.feeds.record;

import org.jspecify.annotations.NullMarked;
