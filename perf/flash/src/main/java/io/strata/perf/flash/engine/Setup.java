package io.strata.perf.flash.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The setup of an engine. Immutable.
 *
 * @param folder of its files
 * @param blocks to store
 * @param bytes of its files together
 * @param devices the number of files, 1 or more
 * @param regionBytes of Strata's regions
 * @param warm whether the engine restores its blocks after a restart
 */
public record Setup(
    Path folder, Blocks blocks, long bytes, int devices, int regionBytes, boolean warm) {
  /** The default region size. */
  public static final int REGION_BYTES = 16 << 20;

  /** Several regions are always open or retired; with fewer regions they would be a large share. */
  private static final int MIN_REGIONS = 32;

  /** Returns a setup with one file, the default region size, beginning empty. */
  public static Setup of(Path folder, Blocks blocks, long bytes) {
    return new Setup(folder, blocks, bytes, 1, defaultRegion(bytes), false);
  }

  /** Returns the default region size, or less for a small file. */
  private static int defaultRegion(long fileBytes) {
    int region = REGION_BYTES;
    while (region * (long) MIN_REGIONS > fileBytes) {
      region /= 2;
    }
    return region;
  }

  /** Returns a copy with this number of devices. */
  public Setup onDevices(int count) {
    return new Setup(folder, blocks, bytes, count, defaultRegion(bytes / count), warm);
  }

  /** Returns a copy with this region size. */
  public Setup withRegions(int size) {
    return new Setup(folder, blocks, bytes, devices, size, warm);
  }

  /** Returns a copy that restores its blocks after a restart. */
  public Setup restarted() {
    return new Setup(folder, blocks, bytes, devices, regionBytes, true);
  }

  List<Path> files(String name) {
    return IntStream.range(0, devices).mapToObj(i -> folder.resolve(name + i)).toList();
  }
}
