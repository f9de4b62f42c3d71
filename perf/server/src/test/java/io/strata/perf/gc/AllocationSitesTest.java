package io.strata.perf.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.data.AllocationSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a recording of this process. */
class AllocationSitesTest {
  private static final long[][] KEPT = new long[1][];

  @TempDir private static Path folder;

  private static Path file;

  /** Allocates directly. */
  private static final class Inner {
    static void allocate() {
      for (int i = 0; i < 3_000; i++) {
        KEPT[0] = new long[8_000];
      }
    }
  }

  /** Allocates half as much, through the JDK. */
  private static void grow() {
    for (int i = 0; i < 1_500; i++) {
      assertThat(new ArrayList<Integer>(16_000)).isEmpty();
    }
  }

  @BeforeAll
  static void record() throws IOException {
    file = folder.resolve("sites.jfr");
    // Allocation before the recording must not count.
    AllocatingJvm.allocate(1_000);
    try (Recording recording = new Recording()) {
      recording.enable(ServerRecording.ALLOCATION).with("throttle", "10000/s").withStackTrace();
      recording.start();
      Inner.allocate();
      grow();
      recording.stop();
      recording.dump(file);
    }
  }

  @Test
  void sitesAreTheFirstMethodsOutsideTheJdk() throws IOException {
    List<AllocationSite> sites = AllocationSites.of(file, 2);
    assertThat(sites)
        .extracting(AllocationSite::method)
        .containsExactly("AllocationSitesTest.Inner.allocate", "AllocationSitesTest.grow");
    assertThat(sites).extracting(AllocationSite::type).containsExactly("long[]", "Object[]");
  }

  @Test
  void sharesAddUpToOne() throws IOException {
    List<AllocationSite> sites = AllocationSites.of(file, Integer.MAX_VALUE);
    assertThat(sites.stream().mapToDouble(AllocationSite::share).sum()).isCloseTo(1, within(1e-9));
    assertThat(sites.get(0).share()).isCloseTo(0.66, within(0.1));
    assertThat(sites.get(1).share()).isCloseTo(0.33, within(0.1));
    assertThat(AllocationSites.of(file, 1)).containsExactly(sites.get(0));
  }

  @Test
  void otherFileIsRejected() throws IOException {
    Path other = Files.writeString(folder.resolve("other.jfr"), "Something else.");
    assertThatThrownBy(() -> AllocationSites.of(other, 1)).isInstanceOf(IOException.class);
  }
}
