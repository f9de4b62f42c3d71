package io.strata.flash.restart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFormatTest {
  private static final UUID WRITER = new UUID(5, 6);

  @TempDir private Path folder = Path.of("");

  private record Entry(String name, long offset, int position, int bytes, int bytesInFile) {}

  private static List<Entry> entries(int count, Random random) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(
          new Entry(
              "f" + random.nextInt(5),
              random.nextLong(),
              random.nextInt(),
              random.nextInt(),
              random.nextInt()));
    }
    return entries;
  }

  private static ByteBuffer encode(int region, List<Entry> entries) {
    SnapshotRegion encoded = new SnapshotRegion(region, WRITER, 77);
    entries.forEach(
        each -> encoded.add(each.name, each.offset, each.position, each.bytes, each.bytesInFile));
    return encoded.encode();
  }

  private static List<Entry> decode(SnapshotRegion region) {
    List<Entry> entries = new ArrayList<>();
    region.visit(
        (name, offset, position, bytes, bytesInFile) ->
            entries.add(new Entry(region.names().get(name), offset, position, bytes, bytesInFile)));
    return entries;
  }

  @Test
  void regionRecordRoundTrips() {
    Random random = new Random(1);
    for (int count : new int[] {0, 1, 255, 256, 257, 5_000}) {
      List<Entry> entries = entries(count, random);
      ByteBuffer record = encode(9, entries);
      assertThat(SnapshotRecord.bytes(record)).isEqualTo(record.limit());
      assertThat(SnapshotRecord.isValid(record, record.limit())).isTrue();
      SnapshotRegion region = SnapshotRegion.decode(record);
      assertThat(region.region()).isEqualTo(9);
      assertThat(region.writer()).isEqualTo(WRITER);
      assertThat(region.sequence()).isEqualTo(77);
      assertThat(decode(region)).isEqualTo(entries);
    }
  }

  @Test
  void headRecordRoundTrips() {
    SnapshotHead head = new SnapshotHead(new UUID(7, 8), 1 << 24);
    assertThat(SnapshotHead.decode(head.encode())).isEqualTo(head);
  }

  @Test
  void ownerRecordRoundTrips() {
    for (List<String> files :
        List.of(List.<String>of(), List.of("a"), List.of("a", "\u00e9", ""))) {
      SnapshotOwner owner = new SnapshotOwner("owner", files);
      ByteBuffer record = owner.encode();
      assertThat(SnapshotRecord.isValid(record, SnapshotRecord.bytes(record))).isTrue();
      assertThat(SnapshotRecord.kind(record)).isEqualTo(SnapshotRecord.OWNER);
      assertThat(SnapshotOwner.decode(record)).isEqualTo(owner);
    }
    ByteBuffer largest =
        new SnapshotOwner("", Collections.nCopies(SnapshotOwner.MAX_FILES, "x".repeat(65_535)))
            .encode();
    assertThat(SnapshotRecord.bytes(largest)).isEqualTo(largest.limit());
  }

  @Test
  void inconsistentRecordIsRejected() {
    Random random = new Random(2);
    for (int i = 0; i < 50_000; i++) {
      ByteBuffer record = encode(1, entries(20, random));
      for (int change = random.nextInt(4); change >= 0; change--) {
        record.putInt(
            SnapshotRecord.HEADER_BYTES + random.nextInt(60),
            random.nextInt() >> random.nextInt(32));
      }
      SnapshotRegion region = SnapshotRegion.decode(record);
      if (region != null) {
        decode(region);
      }
      SnapshotOwner.decode(record);
    }
  }

  @Test
  void damageLosesOnlyTheRecordsItHits() throws Exception {
    Random random = new Random(3);
    int records = 40;
    for (int seed = 0; seed < 200; seed++) {
      ByteBuffer whole = ByteBuffer.allocate(1 << 20);
      List<Integer> ends = new ArrayList<>();
      for (int i = 0; i < records; i++) {
        whole.put(encode(i, entries(random.nextInt(60), random)));
        ends.add(whole.position());
      }
      byte[] bytes = new byte[whole.position()];
      whole.get(0, bytes);
      BitSet hit = new BitSet();
      for (int flip = random.nextInt(6); flip > 0; flip--) {
        int at = random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        hit.set((int) ends.stream().filter(end -> end <= at).count());
      }
      int cut = random.nextBoolean() ? bytes.length : random.nextInt(bytes.length);
      Path file = folder.resolve("snapshot");
      Files.write(file, Arrays.copyOf(bytes, cut));
      BitSet expected = new BitSet();
      for (int i = 0; i < records; i++) {
        expected.set(i, ends.get(i) <= cut && !hit.get(i));
      }
      // A bit that was flipped twice is undamaged.
      BitSet found = found(file);
      expected.andNot(found);
      assertThat(expected.isEmpty()).as("seed %d: %s lost", seed, expected).isTrue();
      found.and(hit);
      assertThat(found.cardinality()).isLessThanOrEqualTo(1);
    }
  }

  private static BitSet found(Path file) throws Exception {
    BitSet found = new BitSet();
    try (SnapshotReader read = new SnapshotReader(file)) {
      for (ByteBuffer record = read.next(); record != null; record = read.next()) {
        found.set(SnapshotRegion.decode(record).region());
      }
    }
    return found;
  }
}
