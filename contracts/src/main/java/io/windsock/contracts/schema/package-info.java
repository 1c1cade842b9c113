/** Event types, their schema versions, and their encoding. */
@NullMarked
package io.windsock.contracts.schema;

import org.jspecify.annotations.NullMarked;
