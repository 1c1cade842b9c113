/**
 * The HTTP edge of each side of a link: health, metrics, status; at the sender also pause and
 * resume.
 *
 * <pre>
 *  SenderEdge ──▶ SenderMeters ──────────────┐
 *                                            ├──▶ LinkHttp ◀── Prometheus, operators
 *  ReceiverEdge ──▶ ReceiverMeters ──────────┘
 * </pre>
 */
@NullMarked
package io.windsock.link.edge;

import org.jspecify.annotations.NullMarked;
