package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.doctor.check.Examination;
import io.strata.doctor.check.SiteFile;
import io.strata.doctor.env.Environment;
import io.strata.doctor.env.EnvironmentFile;
import io.strata.doctor.size.Load;
import io.strata.doctor.size.Plan;
import io.strata.doctor.size.SizingRequest;
import io.strata.doctor.text.Bytes;
import io.strata.readpath.config.PhysicalMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of a request fits: the doctor has nothing to say of it. */
class SizeTest {
  private static final int REQUESTS = Integer.getInteger("strata.size.requests", 150);
  private static final long TB = 1L << 40;
  private static final List<Load> LOADS = List.of(Load.READ_HEAVY, Load.MIXED, Load.WRITE_HEAVY);

  @TempDir private Path folder;

  @Test
  void generatedConfigurationsPassTheDoctor() throws IOException {
    Random random = new Random(Long.getLong("strata.size.seed", 1));
    for (int i = 0; i < REQUESTS; i++) {
      SizingRequest request = request(random);

      Examination found = examine(request, Plan.of(request));

      assertThat(found.findings()).as("%s", request).isEmpty();
      long need = found.settings().memoryNeed().bytes();
      assertThat(need).as("%s", request).isLessThanOrEqualTo(request.memory());
      if (request.data().isEmpty()) {
        long others = request.isContainer() ? 0 : Math.max(request.memory() / 8, 512 * Bytes.MB);
        assertThat(request.memory() - need - others)
            .as("nothing is left unused: %s", request)
            .isLessThan(2 * Bytes.MB + Math.max(0, request.memory() - 4 * TB));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024})
  void eachCommonMemorySizeHasAConfiguration(long gigabytes) throws IOException {
    for (long data : new long[] {0, Bytes.GB, 100 * Bytes.GB, TB, 100 * TB}) {
      for (boolean hasFlash : new boolean[] {false, true}) {
        SizingRequest request =
            new SizingRequest(
                gigabytes * Bytes.GB,
                false,
                OptionalLong.empty(),
                data == 0 ? OptionalLong.empty() : OptionalLong.of(data),
                hasFlash ? List.of("/mnt/nvme0/strata") : List.of(),
                hasFlash ? 8 * gigabytes * Bytes.GB : 0,
                OptionalInt.empty(),
                Load.MIXED);
        assertThat(examine(request, Plan.of(request)).findings()).as("%s", request).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1g, 1856", "100m, 1856"})
  void tooLittleMemoryIsRejectedWithTheMinimum(String memory, long enough) {
    Run run = Run.strata("size", "--memory=" + memory);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("Set at least");
    String min = run.err().replaceAll("(?s).*at least ([0-9,]+) MB.*", "$1").replace(",", "");
    assertThat(Run.strata("size", "--memory=" + min + "m").status())
        .as("the minimum suffices")
        .isZero();
    assertThat(Long.parseLong(min)).isBetween(enough - 64, enough + 64);
  }

  @Test
  void tierIsNotLargerThanTheData() throws IOException {
    SizingRequest request =
        new SizingRequest(
            64 * Bytes.GB,
            false,
            OptionalLong.empty(),
            OptionalLong.of(10 * Bytes.GB),
            List.of(),
            0,
            OptionalInt.empty(),
            Load.READ_HEAVY);

    Examination found = examine(request, Plan.of(request));

    assertThat(found.settings().offHeapBytes()).isBetween(10 * Bytes.GB, 12 * Bytes.GB);
  }

  @Test
  void loadDividesTheHeap() throws IOException {
    List<Long> memstores = new ArrayList<>();
    for (Load load : LOADS) {
      SizingRequest request = SizingRequest.of(32 * Bytes.GB, false, load);
      memstores.add(examine(request, Plan.of(request)).settings().memstoreBytes());
    }
    assertThat(memstores).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void filesAreWrittenAndNotOverwritten() throws IOException {
    Path out = folder.resolve("out");
    String[] args = {"size", "--memory=16g", "-o", out.toString()};

    assertThat(Run.strata(args).status()).isZero();
    assertThat(Run.strata("doctor", "--conf=" + out, "--memory=16g").out())
        .endsWith("No errors, warnings or notes.\n");

    Files.writeString(out.resolve("hbase-env.sh"), "# mine");
    Run again = Run.strata(args);
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("exists already");
    assertThat(out.resolve("hbase-env.sh")).hasContent("# mine");

    assertThat(Run.strata("size", "--memory=16g", "--force", "-o", out.toString()).status())
        .isZero();
    assertThat(out.resolve("hbase-env.sh")).content().containsPattern("-Xms(\\d+m) -Xmx\\1 ");
  }

  @Test
  void wrongUsageIsReported() {
    assertThat(Run.strata("size").err()).contains("--memory");
    assertThat(Run.strata("size", "--memory=64").err()).contains("Set a number with a unit");
    assertThat(Run.strata("size", "--memory=64g", "--disk=1t").err())
        .contains("--flash-path, --disk: only one is set. Set both or neither.");
    assertThat(Run.strata("size", "--memory=64g", "--disk=1m", "--flash-path=/a").err())
        .contains("strata.flash.size=1m: ", " needs at least ");
    assertThat(Run.strata("size", "--memory=64g", "--read-heavy", "--write-heavy").status())
        .isEqualTo(2);
    assertThat(Run.strata("size", "--memory=64g", "--cores=0").status()).isEqualTo(2);
  }

  private static SizingRequest request(Random random) {
    long memory = (long) (2 * Bytes.GB * Math.pow(2, 9 * random.nextDouble()));
    boolean hasFlash = random.nextBoolean();
    return new SizingRequest(
        memory,
        random.nextBoolean(),
        OptionalLong.empty(),
        random.nextBoolean()
            ? OptionalLong.of((long) (100.0 * TB * Math.pow(random.nextDouble(), 8)))
            : OptionalLong.empty(),
        hasFlash
            ? List.of("/mnt/a/strata", "/mnt/b/strata").subList(0, 1 + random.nextInt(2))
            : List.of(),
        hasFlash ? memory / Bytes.MB * Bytes.MB * (1 + random.nextInt(8)) : 0,
        random.nextBoolean() ? OptionalInt.of(1 + random.nextInt(128)) : OptionalInt.empty(),
        LOADS.get(random.nextInt(LOADS.size())));
  }

  private Examination examine(SizingRequest request, Plan plan) throws IOException {
    Path site = folder.resolve("hbase-site.xml");
    Path env = folder.resolve("hbase-env.sh");
    Files.writeString(site, plan.site());
    Files.writeString(env, plan.env());
    Environment environment =
        new EnvironmentFile(env, Map.of("PATH", System.getenv("PATH")), Map.of()).read();
    return new Examination(
        SiteFile.read(site),
        environment,
        new PhysicalMemory(request.memory(), request.isContainer()),
        Optional.empty(),
        false);
  }
}
