/** Topic names and record headers. */
@NullMarked
package io.windsock.contracts.topic;

import org.jspecify.annotations.NullMarked;
