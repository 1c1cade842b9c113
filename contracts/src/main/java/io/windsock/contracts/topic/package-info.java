/** The topics by name, and the headers of their records. */
@NullMarked
package io.windsock.contracts.topic;

import org.jspecify.annotations.NullMarked;
