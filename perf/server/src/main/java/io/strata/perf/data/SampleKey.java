package io.strata.perf.data;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/**
 * Identifies a sample. The file {@code sample.json} calls the configuration {@code deploy}.
 *
 * @param study the part of the comparison: {@code loadings}, {@code pe}, {@code ycsb}, {@code gc}
 * @param load the client's load, such as {@code all-hits} or {@code multi-get-100}
 * @param configuration the server's cache, such as {@code lru} or {@code strata-offheap}
 * @param collector the server's garbage collector: {@code G1} or {@code ZGC}
 * @param threads number of client threads
 * @param mode how the client paces its operations
 * @param round the repetition, from 1
 */
public record SampleKey(
    String study,
    String load,
    @SerializedName("deploy") String configuration,
    String collector,
    int threads,
    Mode mode,
    int round) {

  /** Returns the sample's folder, relative to the folder of all samples. */
  String path() {
    return "%s/%s/%s-%s-%d-threads-%s-round-%d"
        .formatted(study, load, configuration, collector, threads, mode, round)
        .toLowerCase(Locale.ROOT);
  }
}
