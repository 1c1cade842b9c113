/** What tests of HTTP servers use, in every module that has one. */
@NullMarked
package io.windsock.platform.testing;

import org.jspecify.annotations.NullMarked;
