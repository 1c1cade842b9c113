/**
 * Charts of measurements as SVG and PNG files, drawn by XChart.
 *
 * <pre>
 *   Chart (curves, bands) --&gt; Drawing, with Axes and Look --&gt; name.svg, name.png
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.plot;

import org.jspecify.annotations.NullMarked;
