/** The {@code calls} command: its options, its progress, its result. */
@NullMarked
package io.windsock.cli.calls;

import org.jspecify.annotations.NullMarked;
