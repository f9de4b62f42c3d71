package io.strata.readpath.account;

import io.strata.l2.index.FileQuota;
import io.strata.readpath.config.Quota;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells the cache which files are of the tables and families that have quotas: of one that has more
 * than its quota, blocks go first when room is wanted. Until others want room, a quota keeps nobody
 * from what is free. A file that is new has none until the next look. Thread-safe.
 */
public final class QuotaKeeper {
  private final OffHeapBlockCache cache;
  private volatile List<Quota> quotas;

  public QuotaKeeper(OffHeapBlockCache cache, List<Quota> quotas) {
    this.cache = cache;
    this.quotas = quotas;
  }

  /** Goes by other quotas from the next look on. */
  public void setQuotas(List<Quota> next) {
    quotas = next;
    if (next.isEmpty()) {
      cache.setQuotas(List.of());
    }
  }

  /** Whether there is anything to look at. */
  public boolean hasQuotas() {
    return !quotas.isEmpty();
  }

  /**
   * Looks once.
   *
   * @param owners of the server's files
   */
  public void look(Map<String, Owner> owners) {
    Map<String, Owner> all = ServerFiles.withReferredTo(owners);
    long memory = cache.getMaxSize();
    cache.setQuotas(
        quotas.stream()
            .map(quota -> new FileQuota(filesOf(quota, all), quota.bytesOf(memory)))
            .toList());
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
