/** Front ends between requesters and sites. */
@NullMarked
package io.windsock.gateway;

import org.jspecify.annotations.NullMarked;
