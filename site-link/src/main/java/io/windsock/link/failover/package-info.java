/**
 * What makes a link's target the primary, and the old primary its copy.
 *
 * <pre>
 *  LinkPromotion ── takes over the transactional id, marks the LinkPosition ──▶ Promotion
 *  FailBack ── survey: what the old primary has beyond it ──▶ Survey: DiscardedRange …
 *      │        ├─ CopiedLog: where it has other records than were copied
 *      │        └─ LostCopies: what the promoted cluster no longer has; a promotion looks, too
 *      └────── discard: deletes and creates its topics ──▶ a link in the other direction copies all
 * </pre>
 *
 * <p>Which of the old primary's events are lost is unknown until it can be read again; the survey
 * counts them.
 */
@NullMarked
package io.windsock.link.failover;

import org.jspecify.annotations.NullMarked;
