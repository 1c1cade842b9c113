/** Faults of a configuration, found all at once and named with their place. */
@NullMarked
package io.windsock.contracts.config;

import org.jspecify.annotations.NullMarked;
