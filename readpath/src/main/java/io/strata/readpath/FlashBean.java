package io.strata.readpath;

import io.strata.flash.FlashStatistics;
import io.strata.flash.FlashStore;
import io.strata.readpath.config.Secrets;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.l3.FlashTier;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Shows the tier on disks of this process to JMX. Thread-safe. */
final class FlashBean implements FlashMXBean {
  private final OffHeapBlockCache cache;
  private final FlashStore store;
  private final IntSupplier orphanedFiles;

  private FlashBean(StrataBlockCache cache, FlashTier flash) {
    this.cache = cache.offHeap();
    this.store = flash.store();
    this.orphanedFiles = cache::orphanedFiles;
  }

  /** Shows the tier of this cache from now on, if it has one, and none that was shown before. */
  static void register(StrataBlockCache cache) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName(NAME);
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      FlashTier flash = cache.offHeap().flash();
      if (flash != null) {
        server.registerMBean(new FlashBean(cache, flash), name);
      }
    } catch (JMException e) {
      throw new IllegalStateException("The MBean " + NAME + " cannot be registered.", e);
    }
  }

  private FlashStatistics now() {
    return store.statistics();
  }

  @Override
  public long getConfiguredBytes() {
    return store.maxBytes();
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
    return cache.promoted();
  }

  @Override
  public long getOffered() {
    return now().offered();
  }

  @Override
  public Map<String, Long> getRefused() {
    Map<String, Long> byName = new TreeMap<>();
    now().refused().forEach((reason, count) -> byName.put(reason.name(), count));
    return byName;
  }

  @Override
  public long getWithheld() {
    return cache.withheld();
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
    return store.failedDevices().stream().map(each -> Secrets.masked(each.toString())).toList();
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
    return store.blocksInUse();
  }
}
