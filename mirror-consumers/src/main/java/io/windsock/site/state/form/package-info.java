/**
 * The binary format of a site's state: database keys and values, and the digests over them.
 *
 * <pre>
 *  Layout           keys of every family
 *  StoredState      a key's state       ──▶ StateHash ──▶ DigestSum ──▶ Digest
 *  PartitionLedger  what a partition has applied: AppliedMarker, counts, digest
 *  Position         the token, the batch's number, LeaderEpochs
 * </pre>
 */
@NullMarked
package io.windsock.site.state.form;

import org.jspecify.annotations.NullMarked;
