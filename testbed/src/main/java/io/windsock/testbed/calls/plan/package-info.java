/**
 * What a load of calls is to be: when calls are due, what they ask for, and what is done to the
 * servers meanwhile. The same settings give the same plan.
 */
@NullMarked
package io.windsock.testbed.calls.plan;

import org.jspecify.annotations.NullMarked;
