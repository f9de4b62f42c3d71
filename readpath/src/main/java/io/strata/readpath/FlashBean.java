package io.strata.readpath;

import io.strata.flash.FlashStatistics;
import io.strata.flash.FlashStore;
import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Publishes the flash tier of this process to JMX. Holds no reference to a tier: while one is
 * replaced by another, all figures are 0. Thread-safe.
 */
final class FlashBean implements FlashMXBean {
  private static final FlashStatistics EMPTY =
      new FlashStatistics(0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  private final OffHeapBlockCache cache;
  private final IntSupplier orphanedFiles;
  private final DeprecatedAttribute refused = new DeprecatedAttribute(NAME, "Refused", "Rejected");

  private FlashBean(StrataCache cache) {
    this.cache = cache.offHeap();
    this.orphanedFiles = cache::orphanedFiles;
  }

  /** Publishes the tier of this cache, if it has one, in place of any other. */
  static void register(StrataCache cache) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName(NAME);
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      if (cache.offHeap().flash() != null) {
        server.registerMBean(new FlashBean(cache), name);
      }
    } catch (JMException e) {
      throw new IllegalStateException("Cannot register the MBean " + NAME + ".", e);
    }
  }

  private <T> T get(Function<FlashStore, T> getter, T defaultValue) {
    FlashTier flash = cache.flash();
    return flash == null ? defaultValue : getter.apply(flash.store());
  }

  private FlashStatistics now() {
    return get(FlashStore::statistics, EMPTY);
  }

  @Override
  public long getConfiguredBytes() {
    return get(FlashStore::maxBytes, 0L);
  }

  @Override
  public long getBlocks() {
    return now().blocks();
  }

  @Override
  public long getHits() {
    return now().hits();
  }

  @Override
  public long getPromoted() {
    return cache.getStats().promotedBlocks();
  }

  @Override
  public long getOffered() {
    return now().inserts();
  }

  @Override
  public Map<String, Long> getRejected() {
    Map<String, Long> byName = new TreeMap<>();
    now().rejected().forEach((reason, count) -> byName.put(reason.name(), count));
    return byName;
  }

  @Override
  @Deprecated
  public Map<String, Long> getRefused() {
    refused.onRead();
    return getRejected();
  }

  @Override
  public long getWithheld() {
    return cache.plainFiles().withheld();
  }

  @Override
  public long getAcceptedBytes() {
    return now().acceptedBytes();
  }

  @Override
  public long getWrittenBytes() {
    return now().writtenBytes();
  }

  @Override
  public double getWriteAmplification() {
    FlashStatistics now = now();
    return now.acceptedBytes() == 0 ? 0 : (double) now.writtenBytes() / now.acceptedBytes();
  }

  @Override
  public long getNoBuffer() {
    return now().noBuffer();
  }

  @Override
  public long getWaitsForReaders() {
    return now().waitsForReaders();
  }

  @Override
  public long getDamaged() {
    return now().damaged();
  }

  @Override
  public long getReadErrors() {
    return now().readErrors();
  }

  @Override
  public List<String> getFailedFiles() {
    return get(FlashStore::failedDevices, List.<Path>of()).stream()
        .map(each -> Secrets.masked(each.toString()))
        .toList();
  }

  @Override
  public int getRestoringFiles() {
    return now().restoringDevices();
  }

  @Override
  public long getRestored() {
    return now().restored();
  }

  @Override
  public int getOrphanedFiles() {
    return orphanedFiles.getAsInt();
  }

  @Override
  public int getBlocksInUse() {
    return get(FlashStore::blocksInUse, 0);
  }
}
