/**
 * Feeds as files: framed events with their type, key and time, in an Avro container file that any
 * Avro tool reads.
 *
 * <pre>
 *  FeedReader ──▶ EventFileWriter ──▶ file ──▶ AvroRows ──▶ EventFileReader ──▶ FeedReader
 * </pre>
 */
@NullMarked
package io.windsock.feeds.record;

import org.jspecify.annotations.NullMarked;
