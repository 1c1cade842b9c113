/** What an event is: its type, its schema versions, and its bytes. */
@NullMarked
package io.windsock.contracts.schema;

import org.jspecify.annotations.NullMarked;
