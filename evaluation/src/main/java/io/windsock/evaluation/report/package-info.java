/**
 * The report of experiments: a static HTML page, and the same content in Markdown for GitHub.
 *
 * <pre>
 *   Section (Finding, Picture, Grid, About) --&gt; Page --&gt; Chapters --&gt; HtmlDocument     --&gt; index.html
 *                                                               \-&gt; MarkdownDocument --&gt; README.md
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.report;

import org.jspecify.annotations.NullMarked;
