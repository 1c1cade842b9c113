/** Benchmarks of the pipeline against a bound or a baseline: one package per benchmark. */
@NullMarked
package io.windsock.evaluation;

import org.jspecify.annotations.NullMarked;
