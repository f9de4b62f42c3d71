package io.strata.perf.gc;

import io.strata.perf.data.AllocationSite;
import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Ranks the methods of a server that allocate, from the allocation samples of a recording. Each
 * sample stands for the bytes that its thread allocated since its previous one. The first sample of
 * each thread is ignored: in JDK 17 it includes all that the thread allocated before the recording
 * (JDK-8307488). Stateless.
 */
public final class AllocationSites {
  /** The name of samples without a frame outside the JDK, or without a stack. */
  static final String JDK = "the JDK alone";

  private static final Pattern JDK_CLASS = Pattern.compile("(java|jdk|sun)\\..*");

  private AllocationSites() {}

  /**
   * Returns the sites that allocate most, largest first.
   *
   * @param recording as copied by {@link ServerRecording}
   * @param limit maximum number of sites
   * @throws IOException if the file is not a recording
   */
  public static List<AllocationSite> of(Path recording, int limit) throws IOException {
    Map<String, Map<String, Long>> bytes = new HashMap<>();
    Set<Long> threads = new HashSet<>();
    for (RecordedEvent sample : samples(recording)) {
      if (!threads.add(sample.getThread().getId())) {
        bytes
            .computeIfAbsent(site(sample), site -> new HashMap<>())
            .merge(type(sample.getClass("objectClass")), sample.getLong("weight"), Long::sum);
      }
    }
    double all = bytes.values().stream().mapToLong(AllocationSites::sum).sum();
    return bytes.entrySet().stream()
        .map(site -> site(site.getKey(), site.getValue(), all))
        .sorted(Comparator.comparingDouble(AllocationSite::share).reversed())
        .limit(limit)
        .toList();
  }

  private static List<RecordedEvent> samples(Path recording) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().equals(ServerRecording.ALLOCATION))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private static AllocationSite site(String method, Map<String, Long> types, double all) {
    String most =
        types.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return new AllocationSite(method, most, sum(types) / all);
  }

  private static long sum(Map<String, Long> types) {
    return types.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String site(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null) {
      return JDK;
    }
    return stack.getFrames().stream()
        .filter(RecordedFrame::isJavaFrame)
        .map(RecordedFrame::getMethod)
        .filter(method -> !JDK_CLASS.matcher(method.getType().getName()).matches())
        .map(AllocationSites::name)
        .findFirst()
        .orElse(JDK);
  }

  /** Returns the name without the package, as {@code Outer.Inner.method}. */
  private static String name(RecordedMethod method) {
    String type = method.getType().getName();
    return type.substring(type.lastIndexOf('.') + 1).replace('$', '.') + "." + method.getName();
  }

  private static String type(RecordedClass type) {
    String name = type.getName();
    String simple =
        name.startsWith("[")
            ? ClassDesc.ofDescriptor(name.replace('.', '/')).displayName()
            : name.substring(name.lastIndexOf('.') + 1);
    return simple.replace('$', '.');
  }
}
