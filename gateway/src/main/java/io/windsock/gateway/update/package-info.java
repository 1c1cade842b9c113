/**
 * Writes updates to the source streams: the update interface of Friedman and Birman, "Using Group
 * Communication Technology to Implement a Reliable and Scalable Distributed IN Coprocessor",
 * sections 3.1 and 3.5. Knows no transport.
 *
 * <pre>
 *  JSON ──▶ UpdateReader, EventJson ──▶ Update ──▶ UpdateWriter ──▶ KeyQueues: one at a time of each key
 *                                                      ▲                 │
 *           UpdateBatch ◀──UpdateResult── once committed ◀── producer ◀──┘
 * </pre>
 *
 * <p>{@code Backlog} bounds what waits to be written, {@code Faults} what is named of an invalid
 * request.
 *
 * <p>An update's id travels as a header of its record. The topology takes a record with an id once,
 * so a repeat does no harm, whichever gateway wrote it.
 */
@NullMarked
package io.windsock.gateway.update;

import org.jspecify.annotations.NullMarked;
