/**
 * The recording format of cache accesses.
 *
 * <p>A file begins with a magic of eight bytes and a version of four. Chunks follow, each with a
 * magic, its length, its number and a checksum (CRC32C) of these and its contents. The first chunk
 * has the settings of the recorder, as pairs of texts. Each other chunk has records. So a killed
 * process loses only the chunk it was about to write, and damage loses only the chunks that it
 * hits.
 *
 * <p>A record begins with a byte for its kind and the fields that equal those of the previous
 * record. Only the other fields follow, as numbers of variable length: attributes, time, file,
 * offset and length, mostly as differences. Chunks are independent except for the names of files:
 * each is stored once in a file, before the first record that uses it. {@link
 * io.strata.trace.ChunkFormat} has the details.
 */
@NullMarked
package io.strata.trace;

import org.jspecify.annotations.NullMarked;
