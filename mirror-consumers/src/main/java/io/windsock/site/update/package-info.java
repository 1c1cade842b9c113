/**
 * From a key's state before an event to its state after it, and what that changes in the views.
 *
 * <pre>
 *  KeyStore (KeyCache, or the state) ──▶ KeyEntry ── Ede, by the Applier ──▶ KeyEntry
 *                                           │ ViewIndex: its places in the views
 *                                           ▼
 *                        BatchUpdates ──▶ UpdateBatch: one Update an event ──▶ UpdateListener
 * </pre>
 */
@NullMarked
package io.windsock.site.update;

import org.jspecify.annotations.NullMarked;
