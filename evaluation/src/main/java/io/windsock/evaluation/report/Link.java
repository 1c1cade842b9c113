package io.windsock.evaluation.report;

/** A link to a file beside the page, or with {@code #} to an anchor on it. */
record Link(String text, String target) {}
