/** Commands that make up feeds: feed generate, feed numbers. */
@NullMarked
package io.windsock.cli.feed.generate;

import org.jspecify.annotations.NullMarked;
