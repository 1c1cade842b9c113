/** The bytes of a feed: files or standard input, decompressed, and split into lines. */
@NullMarked
package io.windsock.feeds.input;

import org.jspecify.annotations.NullMarked;
