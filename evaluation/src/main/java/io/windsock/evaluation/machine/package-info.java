/** What a benchmark says of the machine that it ran on, and where it puts its files. */
@NullMarked
package io.windsock.evaluation.machine;

import org.jspecify.annotations.NullMarked;
