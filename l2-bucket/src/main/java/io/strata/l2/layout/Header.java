package io.strata.l2.layout;

/**
 * What stands before the slots of a bucket: one cache line for each slot.
 *
 * <pre>
 * byte  0        8        16       24    28      32    36    40           48      56    60     64
 *      +--------+--------+--------+-----+-------+-----+-----+------------+-------+-----+------+
 *      |  meta  | offset | file   |next |length |prev |next | attributes | stamp |next |place |
 *      |        |        | id     |     |       |of file    |            |       |part |      |
 *      +--------+--------+--------+-----+-------+-----+-----+------------+-------+-----+------+
 * </pre>
 *
 * <ul>
 *   <li>meta: {@link Meta}.
 *   <li>offset, file id: the exact key of the block, never a fingerprint.
 *   <li>next: the handle of the next slot in the same hash chain; in a free slot, of the next free
 *       one.
 *   <li>length: bytes of the block as it is stored; of a part, those that lie in it. The uppermost
 *       bit is set where the block is packed, the one below it where packing would not make it
 *       smaller.
 *   <li>prev, next of file: the list of the blocks of the same file.
 *   <li>attributes, stamp: the caller's; the store only keeps them.
 *   <li>next part: the handle of the slot in which a block that is larger than a slot goes on. That
 *       slot is a <i>part</i>: its offset is the handle of the block's first slot, and all else
 *       that is known of the block stands there.
 *   <li>place: where in the bucket, in bytes, the slot's memory begins; 0 in the header behind the
 *       last slot's, if there is one: so the headers alone tell how a bucket is formatted.
 * </ul>
 *
 * A header is never reused as block memory, however often its bucket is formatted again ({@link
 * BucketLayout}): whoever follows a stale link reads a header, whose meta word tells the truth.
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
  public static final int PLACE = 60;

  /** In the length: the block is packed. */
  public static final int PACKED = 1 << 31;

  /** In the length: the block would not become smaller by packing. */
  public static final int INCOMPRESSIBLE = 1 << 30;

  /** The bits of the length that count bytes. */
  public static final int LENGTH_MASK = INCOMPRESSIBLE - 1;

  private Header() {}
}
