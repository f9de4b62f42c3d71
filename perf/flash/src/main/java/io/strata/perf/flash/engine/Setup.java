package io.strata.perf.flash.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How an engine is made. Immutable.
 *
 * @param folder of its files
 * @param blocks that it keeps
 * @param bytes that its files may take together
 * @param devices how many files there are, 1 or more
 * @param regionBytes of Strata's regions
 * @param warm whether blocks are found again after a restart
 */
public record Setup(
    Path folder, Blocks blocks, long bytes, int devices, int regionBytes, boolean warm) {
  /** As regions are usually. */
  public static final int REGION_BYTES = 16 << 20;

  /** Some regions are always open or about to be: with fewer than these that would be many. */
  private static final int FEWEST_REGIONS = 32;

  /** One file, usual regions, beginning empty. */
  public static Setup of(Path folder, Blocks blocks, long bytes) {
    return new Setup(folder, blocks, bytes, 1, usualRegion(bytes), false);
  }

  /** Smaller than usual only where a file is small. */
  private static int usualRegion(long fileBytes) {
    int region = REGION_BYTES;
    while (region * (long) FEWEST_REGIONS > fileBytes) {
      region /= 2;
    }
    return region;
  }

  /** The same on so many devices. */
  public Setup onDevices(int count) {
    return new Setup(folder, blocks, bytes, count, usualRegion(bytes / count), warm);
  }

  /** The same with regions of another size. */
  public Setup withRegions(int size) {
    return new Setup(folder, blocks, bytes, devices, size, warm);
  }

  /** The same, warm after a restart. */
  public Setup restarted() {
    return new Setup(folder, blocks, bytes, devices, regionBytes, true);
  }

  List<Path> files(String name) {
    return IntStream.range(0, devices).mapToObj(i -> folder.resolve(name + i)).toList();
  }
}
