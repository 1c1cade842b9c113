/** The {@code storm} command: its options, its progress, its summary. */
@NullMarked
package io.windsock.cli.storm;

import org.jspecify.annotations.NullMarked;
