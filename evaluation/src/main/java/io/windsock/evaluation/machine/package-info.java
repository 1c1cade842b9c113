/** The description of the machine in a benchmark's report, and the location of its files. */
@NullMarked
package io.windsock.evaluation.machine;

import org.jspecify.annotations.NullMarked;
