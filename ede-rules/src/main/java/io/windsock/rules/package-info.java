/**
 * The mirroring rules (the paper, section 3.2.1) as users write them: which events of a key are
 * sent to the mirrors, which are superseded by later ones, and which are combined.
 *
 * <pre>
 *  rules            Rule and its kinds, plain values; EventFunction, a rule written in Java
 *  rules.condition  conditions on an event, evaluated on its bytes
 *  rules.history    the memory of the rules for each key
 *  rules.stage      compiled rules: an event in, effects out; the mirroring function applies them
 *  rules.config     files and values in, checked and compiled rules out
 * </pre>
 *
 * <p>A package uses only those above it. Everything is pure: time is passed in, and there is no
 * randomness and no Kafka.
 */
@NullMarked
package io.windsock.rules;

import org.jspecify.annotations.NullMarked;
