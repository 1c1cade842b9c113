/** What tests of servers and of their peers use, in every module that has one. */
@NullMarked
package io.windsock.platform.testing;

import org.jspecify.annotations.NullMarked;
