/** Calls: questions about state that are to be answered within a deadline, and their answers. */
@NullMarked
package io.windsock.contracts.query;

import org.jspecify.annotations.NullMarked;
