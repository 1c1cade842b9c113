/**
 * The Event Derivation Engine, which turns events into the operational state of each key, derived
 * events, and the rows of views. Configured by {@code ede.yaml} and {@code views.yaml}; pure: no
 * Kafka, no clock, no randomness.
 *
 * <pre>
 *  record of an output topic ──▶ Ede ──▶ state of its key ──▶ ViewDefinition ──▶ row
 *                                 └────▶ derived events
 * </pre>
 */
@NullMarked
package io.windsock.ede;

import org.jspecify.annotations.NullMarked;
