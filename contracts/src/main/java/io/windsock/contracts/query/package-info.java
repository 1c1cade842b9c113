/**
 * Calls, questions about state that are to be answered within a deadline, and their answers, as
 * values; the batches in which they travel between requesters, gateways and sites; and which
 * gateways a call belongs to.
 */
@NullMarked
package io.windsock.contracts.query;

import org.jspecify.annotations.NullMarked;
