package io.strata.readpath.account;

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
 * Tells the cache which files are of the tables and families that have quotas: of one that has more
 * than its quota, blocks go first when room is wanted. Until others want room, a quota keeps nobody
 * from what is free. A file that is new has none until the next look.
 *
 * <p>Files that are cold to HBase's data tiering are as those of a table whose quota is nothing:
 * their blocks go before all others.
 *
 * <p>Thread-safe.
 */
public final class QuotaKeeper {
  /** Which files are cold changes with the hours, and to ask looks at each file. */
  private static final int LOOKS_FOR_EACH_QUESTION = 10;

  private final OffHeapBlockCache cache;
  private volatile List<Quota> quotas;

  private int looks;
  private Set<String> cold = Set.of();

  public QuotaKeeper(OffHeapBlockCache cache, List<Quota> quotas) {
    this.cache = cache;
    this.quotas = quotas;
  }

  /** Goes by other quotas from the next look on. */
  public void setQuotas(List<Quota> next) {
    quotas = next;
    if (!hasQuotas()) {
      cache.controls().setQuotas(List.of());
    }
  }

  /** Whether there is anything to look at. */
  public boolean hasQuotas() {
    return !quotas.isEmpty() || DataTiering.isOn();
  }

  /**
   * Looks once.
   *
   * @param owners of the server's files
   */
  public synchronized void look(Map<String, Owner> owners) {
    Map<String, Owner> all = ServerFiles.withReferredTo(owners);
    long memory = cache.getMaxSize();
    List<FileQuota> groups = new ArrayList<>();
    for (Quota quota : quotas) {
      groups.add(new FileQuota(filesOf(quota, all), quota.bytesOf(memory)));
    }
    if (looks++ % LOOKS_FOR_EACH_QUESTION == 0) {
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
