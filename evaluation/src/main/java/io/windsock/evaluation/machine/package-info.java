/** The machine: its description in reports, folders for files. */
@NullMarked
package io.windsock.evaluation.machine;

import org.jspecify.annotations.NullMarked;
