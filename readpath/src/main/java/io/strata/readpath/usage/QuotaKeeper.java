package io.strata.readpath.usage;

import io.strata.l2.index.FileQuota;
import io.strata.readpath.config.Quota;
import io.strata.readpath.l2.DataTiering;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Assigns files to the quotas of their tables and families. The cache evicts blocks of tables above
 * their quotas first; free memory is not limited by quotas. A new file has no quota until the next
 * update.
 *
 * <p>Files that HBase's data tiering considers cold belong to a quota of 0: their blocks are
 * evicted before all others.
 *
 * <p>Thread-safe.
 */
public final class QuotaKeeper {
  /** Updates for each query of cold files, which visits each file and changes slowly. */
  private static final int UPDATES_PER_QUERY = 10;

  private final OffHeapBlockCache cache;
  private volatile List<Quota> quotas;

  private int updates;
  private Set<String> cold = Set.of();

  public QuotaKeeper(OffHeapBlockCache cache, List<Quota> quotas) {
    this.cache = cache;
    this.quotas = quotas;
  }

  /** Sets the quotas, which take effect with the next update. */
  public void setQuotas(List<Quota> next) {
    quotas = next;
    if (!hasQuotas()) {
      cache.controls().setQuotas(List.of());
    }
  }

  /** Returns whether there are quotas, or data tiering is on. */
  public boolean hasQuotas() {
    return !quotas.isEmpty() || DataTiering.isOn();
  }

  /**
   * Assigns the files to the quotas.
   *
   * @param owners of the server's files
   */
  public synchronized void update(Map<String, Owner> owners) {
    Map<String, Owner> all = ServerFiles.withReferredTo(owners);
    long memory = cache.getMaxSize();
    List<FileQuota> groups = new ArrayList<>();
    for (Quota quota : quotas) {
      groups.add(new FileQuota(filesOf(quota, all), quota.bytesOf(memory)));
    }
    if (updates++ % UPDATES_PER_QUERY == 0) {
      cold = DataTiering.coldFiles();
    }
    if (!cold.isEmpty()) {
      groups.add(new FileQuota(cold, 0));
    }
    cache.controls().setQuotas(groups);
  }

  private static Set<String> filesOf(Quota quota, Map<String, Owner> owners) {
    return owners.entrySet().stream()
        .filter(each -> isOf(quota, each.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static boolean isOf(Quota quota, Owner owner) {
    return quota.table().equals(owner.table())
        && (quota.family().isEmpty() || quota.family().equals(owner.family()));
  }
}
