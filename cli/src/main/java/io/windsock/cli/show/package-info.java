/** Output of results: tables, JSON, colours, a live status on a terminal. */
@NullMarked
package io.windsock.cli.show;

import org.jspecify.annotations.NullMarked;
