/** Commands that read feeds: replay, feed info; those that make them up are in {@code generate}. */
@NullMarked
package io.windsock.cli.feed;

import org.jspecify.annotations.NullMarked;
