/** Configuration faults, all collected in one pass and reported with their places. */
@NullMarked
package io.windsock.contracts.config;

import org.jspecify.annotations.NullMarked;
