/**
 * The mirroring rules (the paper, section 3.2.1): which events of a key go to the mirrors, which
 * are superseded by later ones, and which become one.
 *
 * <pre>
 *  rules.yaml ──RulesFile──▶ Rule… ──RuleCompiler──▶ RuleSet (stages, by event type)
 *                                                      │
 *  one source event ──▶ MirroringFunction.receive ──▶ stage 0 ─pass─▶ stage 1 ─pass─▶ … ──▶ MirrorOutput.passed
 *                            │       ▲                 │ taken          │ held                      .derived
 *                       KeyHistory   └── release(now) ─┼────────────────┘ HoldQueue                 .taken
 *                     (numbers, held)                  └──▶ counted, by rule
 * </pre>
 *
 * <p>Everything here is pure: time is handed in, nothing is random, nothing knows Kafka.
 */
@NullMarked
package io.windsock.rules;

import org.jspecify.annotations.NullMarked;
