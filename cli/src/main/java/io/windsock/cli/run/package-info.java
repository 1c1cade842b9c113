/** Commands that run one role alone, each in a process of its own. */
@NullMarked
package io.windsock.cli.run;

import org.jspecify.annotations.NullMarked;
