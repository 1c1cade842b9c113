/**
 * Benchmarks of the pipeline against a bound or a baseline ({@code topology}, {@code mirror},
 * {@code views}), and the experiments of the papers.
 */
@NullMarked
package io.windsock.evaluation;

import org.jspecify.annotations.NullMarked;
