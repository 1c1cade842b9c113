/**
 * How the stages of a batch are spread over threads, at either site.
 *
 * <pre>
 *              primary site                                backup site
 *  serial      one thread, which waits for each reply      one thread
 *  two-stage   one thread                                  one thread
 *  fine        assemble, compress │ encrypt, send          receive, decrypt, decompress │ write, reply
 *  multi       parts of a batch on n threads, then in order; the same
 *  hybrid      both
 * </pre>
 *
 * <p>The sites may have different pipelines, and different numbers of threads: the receiver tells
 * its own in each reply, and the sender divides batches for the site that has more ({@link
 * io.windsock.link.batch.PartCount}).
 *
 * <p>Section 3.3 of <i>Adaptively Cooperative Pipelining</i>. {@link
 * io.windsock.link.pipeline.Pipeline} runs them, {@link io.windsock.link.pipeline.PipelineChooser}
 * chooses from measured times.
 */
@NullMarked
package io.windsock.link.pipeline;

import org.jspecify.annotations.NullMarked;
