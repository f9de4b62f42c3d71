package io.strata.perf.data;

/**
 * Requests to an object store, by the kinds that are billed differently.
 *
 * @param gets reads of an object or of a range of it
 * @param heads reads of an object's metadata
 * @param lists listings of a bucket
 * @param others writes and deletions
 * @param bytes bytes of all answers
 */
public record StoreRequests(long gets, long heads, long lists, long others, long bytes) {
  /**
   * Dollars for a GET or HEAD request: Amazon S3's price list, S3 Standard, US East (N. Virginia),
   * "GET, SELECT, and all other requests".
   */
  public static final double GET_DOLLARS = 0.0004 / 1_000;

  /** Dollars for a LIST request: the same list, "PUT, COPY, POST, LIST requests". */
  public static final double LIST_DOLLARS = 0.005 / 1_000;

  /**
   * Dollars for a gigabyte of 2^30 bytes to another Region: the same list, "Data transfer out from
   * Amazon S3 to another AWS Region". Within the Region, transfer is free.
   */
  public static final double TRANSFER_DOLLARS = 0.02;

  private static final double GIGABYTE = 1 << 30;

  /** Returns the difference to an earlier count. */
  public StoreRequests since(StoreRequests earlier) {
    return new StoreRequests(
        gets - earlier.gets,
        heads - earlier.heads,
        lists - earlier.lists,
        others - earlier.others,
        bytes - earlier.bytes);
  }

  /** Returns the number of reads: of objects, metadata and listings. */
  public long reads() {
    return gets + heads + lists;
  }

  /** Returns the price of the reads for a client in the same Region, in dollars. */
  public double dollars() {
    return (gets + heads) * GET_DOLLARS + lists * LIST_DOLLARS;
  }

  /** Returns the price of the reads and their transfer to another Region, in dollars. */
  public double dollarsWithTransfer() {
    return dollars() + bytes / GIGABYTE * TRANSFER_DOLLARS;
  }
}
