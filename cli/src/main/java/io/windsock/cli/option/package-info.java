/**
 * What several commands take: options, their values from environment and file, and how a command
 * ends.
 */
@NullMarked
package io.windsock.cli.option;

import org.jspecify.annotations.NullMarked;
