/**
 * Conditions over an event's fields, evaluated on its encoded bytes.
 *
 * <pre>
 *  "status == 'LANDED'" ──ConditionCompiler──▶ OneOf          one field against texts: a few bytes are compared
 *  any other expression ──────────────────────▶ CelCondition   CEL; fields are read when it asks for them
 *                                                   │
 *                                      EventField ─ StoredField (AvroSkip to its place), one a schema version
 * </pre>
 */
@NullMarked
package io.windsock.rules.condition;

import org.jspecify.annotations.NullMarked;
