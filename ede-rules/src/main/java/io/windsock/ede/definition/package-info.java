/**
 * How events determine the states of their keys: {@code ede.yaml}, checked and compiled.
 *
 * <pre>
 *  ede.yaml ──▶ GroupsSection, EventsSection, DerivedSection ──▶ EdePlan: a TypePlan for each type,
 *                  against a StateLayout                                  the Derivations
 * </pre>
 */
@NullMarked
package io.windsock.ede.definition;

import org.jspecify.annotations.NullMarked;
