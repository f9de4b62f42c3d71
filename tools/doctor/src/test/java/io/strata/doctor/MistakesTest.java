package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that each mistake of docs/DOCTOR.md is found in a sample with this mistake only. */
class MistakesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size-in-kilobytes       | hbase.bucketcache.size=8388608: must be a number of megabytes"
            + " from 32 to 4194304. Correct it.",
        "size-as-share-of-heap   | hbase.bucketcache.size=0.6: must be a number of megabytes from"
            + " 32 to 4194304. Correct it.",
        "direct-memory-too-small | hbase.bucketcache.size=5120: needs 5,239 MB of direct memory,"
            + " including 119 MB for HBase's own buffers; the JVM allows 5,120 MB. Set"
            + " -XX:MaxDirectMemorySize=5239m or lower the size.",
        "shares-over-four-fifths | hfile.block.cache.size=0.4: takes 40 % of the heap; the"
            + " memstores take 60 %, and 20 % must stay free. Lower it to at most 20 %, or lower"
            + " hbase.regionserver.global.memstore.size.",
        "engine-of-old-documents | hbase.bucketcache.ioengine=onheap: unknown engine. Set it to"
            + " offheap, mmap:PATH, pmem:PATH, file:PATH or files:PATH,PATH.",
        "bucket-sizes            | hbase.bucketcache.bucket.sizes=4096,8000,66000: must be a list"
            + " of sizes in bytes, each a multiple of 256 up to 4194048. Correct it.",
        "external-cache          | hbase.blockcache.use.external=true: replaces Strata's off-heap"
            + " tier with another cache. Remove it.",
        "heap-said-twice         | -Xmx: set more than once, by HBASE_HEAPSIZE=8G and -Xmx4g in"
            + " HBASE_REGIONSERVER_OPTS (last), and the JVM uses the last. Remove all but one.",
        "jar-is-missing          | HBASE_CLASSPATH=/opt/strata/lib/strata-readpath-0.1.0.jar: no"
            + " such file, so the server cannot load Strata's classes. Correct the path, or copy"
            + " the jar to HBase's lib folder.",
        "not-installed           | hbase.regionserver.impl: not set, so Strata is not installed and"
            + " HBase uses its own cache. Set it to io.strata.readpath.StrataRegionServer.",
        "mistyped-key            | strata.ofheap.policy=(not shown): unknown key. Remove it, or set"
            + " strata.offheap.policy if you meant that.",
        "folder-is-missing       | strata.flash.path=/no/such/folder/strata: /no/such/folder is not"
            + " a directory. Create it.",
        "factors                 | hbase.bucketcache.single.factor=0.5: the single, multi and memory"
            + " factors add up to 1.5 instead of 1. Remove all three: they have no effect with"
            + " Strata.",
      })
  void aMistakeIsFoundAndNothingElse(String name, String sentence) {
    Run run = Run.strata("doctor", "--conf", Run.mistake(name), "--memory", "32g");

    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(run.words()).contains("1 error 1. " + sentence);
  }

  @Test
  void directMemoryDefaultsToTheHeapsSize() {
    Run run =
        Run.strata("doctor", "--conf", Run.mistake("direct-memory-not-set"), "--memory", "32g");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words())
        .contains("needs 4,215 MB of direct memory", "the JVM allows 4,096 MB")
        .contains("1 note 1. -XX:MaxDirectMemorySize: not set");
  }

  @Test
  void containerWithoutMemoryForTheRestIsTooSmall() {
    String[] args = {
      "doctor", "--conf", Run.mistake("no-memory-for-the-rest"), "--memory", "128g", "--container"
    };

    Run run = Run.strata(args);

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words())
        .contains("1 error 1. hbase.bucketcache.size=106496: the process needs ")
        .contains(" (20,480 MB of it heap), the container has 131,072 MB. Raise the container's ")
        .contains("^ ");
  }

  @Test
  void keysWithoutEffectAreNotes() {
    Run run = Run.strata("doctor", "--conf", Run.mistake("obsolete-keys"), "--memory", "32g");

    assertThat(run.status()).as(run.words()).isZero();
    assertThat(run.words())
        .contains("2 notes 1. hbase.bucketcache.combinedcache.enabled=true has no effect: ")
        .contains("2. hbase.bucketcache.percentage.in.combinedcache=0.8 has no effect: ");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    Run run = Run.strata("doctor", "--conf", Run.mistake("many-at-once"), "--memory", "32g");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words())
        .contains("8 errors")
        .contains("hbase.regionserver.impl: not set")
        .contains("strata.flash.paths=(not shown): unknown key.")
        .contains("hbase.bucketcache.bucket.sizes=1000: ")
        .contains("hbase.regionserver.handler.count=many: ")
        .contains("hfile.block.cache.size=0.5: ")
        .contains("strata.trace.dir: not set, and strata.trace.enabled=true needs a directory.")
        .contains("the JVM allows 8,192 MB")
        .contains("the machine has 32,768 MB")
        .contains("hbase.bucketcache.writer.thread has no effect: unknown key. Did you mean");
  }

  @Test
  void everySampleIsInTheDocument() throws IOException {
    String document = Files.readString(Path.of("..", "..", "docs", "DOCTOR.md"));
    try (var folders = Files.list(Path.of("src", "test", "resources", "mistakes"))) {
      assertThat(folders.map(folder -> folder.getFileName().toString()))
          .allSatisfy(name -> assertThat(document).contains("`" + name + "`"));
    }
  }
}
