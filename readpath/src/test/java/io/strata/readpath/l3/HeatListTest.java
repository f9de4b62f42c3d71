package io.strata.readpath.l3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.l3.HeatList.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeatListTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("b", 0),
          new Entry("a", 127),
          new Entry("b", 128),
          new Entry("größe", Long.MAX_VALUE),
          new Entry("a", 1L << 40));

  @TempDir private Path folder = Path.of("");

  private HeatList list() {
    return new HeatList(folder.resolve("flash"), STORE);
  }

  private Path file() {
    return folder.resolve("flash.heat");
  }

  private static void write(HeatList list, List<Entry> entries) throws IOException {
    try (HeatList.Writer writer = list.write()) {
      for (Entry each : entries) {
        writer.add(each.name(), each.offset());
      }
      writer.commit();
    }
  }

  private static List<Entry> read(HeatList list) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (HeatList.Reader reader = Objects.requireNonNull(list.read())) {
      for (Entry each = reader.next(); each != null; each = reader.next()) {
        entries.add(each);
      }
    }
    return entries;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).toList();
    }
  }

  @Test
  void readsEntriesInWrittenOrder() throws IOException {
    HeatList list = list();
    assertThat(list.read()).isNull();
    write(list, ENTRIES);
    assertThat(read(list)).isEqualTo(ENTRIES);
    write(list, List.of());
    assertThat(read(list)).isEmpty();
    assertThat(names()).containsExactly("flash.heat");
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    list.delete();
    assertThat(list.exists()).isFalse();
  }

  @Test
  void unfinishedListKeepsOldOne() throws IOException {
    HeatList list = list();
    write(list, ENTRIES);
    try (HeatList.Writer writer = list.write()) {
      writer.add("c", 1);
    }
    assertThat(read(list)).isEqualTo(ENTRIES);
    assertThat(names()).containsExactly("flash.heat");
  }

  @Test
  void rejectsDamagedList() throws IOException {
    HeatList list = list();
    write(list, ENTRIES);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      Files.write(file(), Arrays.copyOf(whole, length));
      assertThatThrownBy(list::read).as("%d bytes", length).isInstanceOf(IOException.class);
    }
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 0x10;
      Files.write(file(), damaged);
      assertThatThrownBy(list::read).as("byte %d", i).hasMessage("it is damaged");
    }
  }

  @Test
  void rejectsListOfAnotherStore() throws IOException {
    write(new HeatList(folder.resolve("flash"), new UUID(1, 3)), ENTRIES);
    assertThatThrownBy(list()::read).hasMessage("it has an unknown format");
  }
}
