/**
 * Shared by several commands: options, their values from the environment and a file, and exit
 * handling.
 */
@NullMarked
package io.windsock.cli.option;

import org.jspecify.annotations.NullMarked;
