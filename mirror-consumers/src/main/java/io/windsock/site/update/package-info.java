/**
 * The transition of a key's state by an event, and the resulting changes in the views.
 *
 * <pre>
 *  KeyStore (its cache, or the state) ──▶ KeyEntry ── Ede, by the Applier ──▶ KeyEntry
 *                                           │ ViewIndex: its places in the views
 *                                           ▼
 *                        BatchUpdates ──▶ UpdateBatch: one Update an event ──▶ UpdateListener
 * </pre>
 */
@NullMarked
package io.windsock.site.update;

import org.jspecify.annotations.NullMarked;
