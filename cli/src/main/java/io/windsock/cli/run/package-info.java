/** Commands that run a single role, each in a process of its own. */
@NullMarked
package io.windsock.cli.run;

import org.jspecify.annotations.NullMarked;
