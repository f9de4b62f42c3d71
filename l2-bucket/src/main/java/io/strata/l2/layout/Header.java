package io.strata.l2.layout;

/**
 * A slot's header: one cache line, in front of the slots of the bucket.
 *
 * <pre>
 * byte  0        8        16       24    28      32    36    40           48      56    60     64
 *      +--------+--------+--------+-----+-------+-----+-----+------------+-------+-----+-------+
 *      |  meta  | offset | file   |next |length |prev |next | attributes | stamp |next |address|
 *      |        |        | id     |     |       |of file    |            |       |part |       |
 *      +--------+--------+--------+-----+-------+-----+-----+------------+-------+-----+-------+
 * </pre>
 *
 * <ul>
 *   <li>meta: {@link Meta}.
 *   <li>offset, file id: the exact key of the block, not a fingerprint.
 *   <li>next: the handle of the next slot in the hash chain; in a free slot, of the next free one.
 *   <li>length: bytes of the block as it is stored; in a part, the bytes that lie in it. The
 *       uppermost bit is set if the block is packed, the one below if packing does not make it
 *       smaller.
 *   <li>prev, next of file: the list of the blocks of the same file.
 *   <li>attributes, stamp: two words of the caller's, which the store does not interpret.
 *   <li>next part: the handle of the slot in which a block larger than a slot continues. That slot
 *       is a <i>part</i>: its offset field holds the handle of the block's first slot, whose header
 *       holds everything else about the block.
 *   <li>address: where the slot's memory begins, in bytes from the start of the bucket. It is 0 in
 *       the header after that of the last slot, if there is one, so that the headers alone tell how
 *       a bucket is formatted.
 * </ul>
 *
 * A header never becomes block memory, however often its bucket is formatted ({@link
 * BucketLayout}): a thread that follows a stale link reads a header, whose meta word is
 * authoritative.
 */
public final class Header {
  /** Bytes of a header: one cache line. */
  public static final int BYTES = 64;

  public static final int META = 0;
  public static final int OFFSET = 8;
  public static final int FILE = 16;
  public static final int NEXT = 24;
  public static final int LENGTH = 28;
  public static final int FILE_PREV = 32;
  public static final int FILE_NEXT = 36;
  public static final int ATTRIBUTES = 40;
  public static final int STAMP = 48;
  public static final int PART = 56;
  public static final int ADDRESS = 60;

  /** Flag in the length: the block is packed. */
  public static final int PACKED = 1 << 31;

  /** Flag in the length: packing does not make the block smaller. */
  public static final int INCOMPRESSIBLE = 1 << 30;

  /** The bits of the length that hold the bytes. */
  public static final int LENGTH_MASK = INCOMPRESSIBLE - 1;

  private Header() {}
}
