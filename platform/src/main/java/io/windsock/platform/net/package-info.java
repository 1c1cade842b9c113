/**
 * The event loops on which programs serve and connect, and how they find the peers that they
 * connect to.
 */
@NullMarked
package io.windsock.platform.net;

import org.jspecify.annotations.NullMarked;
