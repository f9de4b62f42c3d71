/**
 * Recorded accesses to a block cache, and the files that hold them.
 *
 * <p>A file begins with eight bytes by which it is known and four with the version. Chunks follow,
 * each with a mark, its length, its number and a checksum (CRC32C) of these and of its contents.
 * The first chunk holds the settings of the recorder as pairs of texts. Each other one holds
 * records. So a process that is killed loses the chunk that it was about to write, and damage costs
 * the chunks that it lies in.
 *
 * <p>A record is a byte with its kind and what is as in the record before, and then as numbers of
 * variable length only what is not: attributes, time, file, place and length, mostly as
 * differences. Nothing is carried from chunk to chunk but the names of files: each is told once in
 * a file, before the first record that needs it. {@link io.strata.trace.ChunkFormat} has the
 * figures.
 */
@NullMarked
package io.strata.trace;

import org.jspecify.annotations.NullMarked;
