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
        "size-in-kilobytes       | hbase.bucketcache.size is \"8388608\", which is not a number of"
            + " megabytes from 32 to 4194304: correct it.",
        "size-as-share-of-heap   | hbase.bucketcache.size is \"0.6\", which is not a number of"
            + " megabytes from 32 to 4194304: correct it.",
        "direct-memory-too-small | hbase.bucketcache.size is \"5120\", which with 119 MB for"
            + " HBase's own direct buffers needs 5239 MB where the JVM gives 5120 MB: raise"
            + " -XX:MaxDirectMemorySize by 119 MB to 5239m or lower the size.",
        "shares-over-four-fifths | hfile.block.cache.size is \"0.4\", which takes 40 % of the heap"
            + " where 60 % are the memstores' and 20 % must stay free: lower it to at most 20 % or"
            + " lower hbase.regionserver.global.memstore.size.",
        "engine-of-old-documents | hbase.bucketcache.ioengine is \"onheap\", which is no engine:"
            + " set it to offheap, mmap:PATH, pmem:PATH, file:PATH or files:PATH,PATH.",
        "bucket-sizes            | hbase.bucketcache.bucket.sizes is \"4096,8000,66000\", which is"
            + " not a list of sizes in bytes, each a multiple of 256 up to 4194048: correct it.",
        "external-cache          | hbase.blockcache.use.external is \"true\", which puts a second"
            + " tier of another make in Strata's place: remove it.",
        "heap-said-twice         | -Xmx: set more than once, by HBASE_HEAPSIZE=8G and -Xmx4g in"
            + " HBASE_REGIONSERVER_OPTS (last), and the JVM uses the last. Remove all but one.",
        "jar-is-missing          | HBASE_CLASSPATH=/opt/strata/lib/strata-readpath-0.1.0.jar: no"
            + " such file, so the server cannot load Strata's classes. Correct the path, or copy"
            + " the jar to HBase's lib folder.",
        "not-installed           | hbase.regionserver.impl: not set, so Strata is not installed and"
            + " HBase uses its own cache. Set it to io.strata.readpath.StrataRegionServer.",
        "mistyped-key            | strata.ofheap.policy is \"(not shown)\", and no such key is known:"
            + " remove it, or set strata.offheap.policy if you meant that.",
        "folder-is-missing       | strata.flash.path is \"/no/such/folder/strata\", where"
            + " /no/such/folder is no directory: create it.",
        "factors                 | hbase.bucketcache.single.factor is \"0.5\", which with the other"
            + " two of single, multi and memory.factor adds up to 1.5 and not to 1: remove all"
            + " three, as none has a meaning here.",
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
        .contains("needs 4215 MB where the JVM gives 4096 MB")
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
        .contains("1 error 1. hbase.bucketcache.size is \"106496\", which with 20480 MB of heap")
        .contains("where the container has 131072 MB: raise the container's limit to ")
        .contains("^ ");
  }

  @Test
  void keysWithoutEffectAreNotes() {
    Run run = Run.strata("doctor", "--conf", Run.mistake("obsolete-keys"), "--memory", "32g");

    assertThat(run.status()).as(run.words()).isZero();
    assertThat(run.words())
        .contains("2 notes 1. hbase.bucketcache.combinedcache.enabled is \"true\" and has no")
        .contains("2. hbase.bucketcache.percentage.in.combinedcache is \"0.8\" and has no meaning");
  }

  @Test
  void allMistakesAreReportedAtOnce() {
    Run run = Run.strata("doctor", "--conf", Run.mistake("many-at-once"), "--memory", "32g");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words())
        .contains("8 errors")
        .contains("hbase.regionserver.impl: not set")
        .contains("strata.flash.paths is \"(not shown)\", and no such key is known")
        .contains("hbase.bucketcache.bucket.sizes is \"1000\"")
        .contains("hbase.regionserver.handler.count is \"many\"")
        .contains("hfile.block.cache.size is \"0.5\"")
        .contains("strata.trace.dir is not set, but strata.trace.enabled is true")
        .contains("where the JVM gives 8192 MB")
        .contains("where the machine has 32768 MB")
        .contains("hbase.bucketcache.writer.thread is not known and does nothing: did you mean");
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
