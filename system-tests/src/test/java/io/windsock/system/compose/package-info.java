/** The compose files: read as docker compose reads them, and held to what they must have. */
@NullMarked
package io.windsock.system.compose;

import org.jspecify.annotations.NullMarked;
