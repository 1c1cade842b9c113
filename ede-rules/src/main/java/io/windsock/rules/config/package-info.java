/**
 * Reads rules, checks them against a catalogue and compiles them.
 *
 * <pre>
 *  rules.yaml ──RulesFile──▶ Rule… ──RuleCompiler──▶ RuleSet: rules, their stages by event type, the layout of histories
 *                              ▲                        │
 *                  RuleSet.of ─╯                        ╰──RulesText──▶ rules.yaml
 * </pre>
 */
@NullMarked
package io.windsock.rules.config;

import org.jspecify.annotations.NullMarked;
