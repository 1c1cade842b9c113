/**
 * Schema ids from a registry, and the agreement of a cluster's programs on the ids that its records
 * are framed with.
 *
 * <pre>
 *  catalogue ──▶ SchemaRegistry ──ids──▶ catalogue under those ids ──▶ SchemaIds: the control topic
 *                    │                                                 holds them for all programs
 *                RegistryApi ──HTTP──▶ a registry
 * </pre>
 */
@NullMarked
package io.windsock.platform.registry;

import org.jspecify.annotations.NullMarked;
