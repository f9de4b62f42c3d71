package io.strata.readpath.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {
  private final FileNumbers numbers = new FileNumbers(3);

  @Test
  void aFileKeepsItsNumberUntilItIsRemoved() {
    int first = numbers.of("a");
    assertThat(numbers.of(new String("a".toCharArray()))).isEqualTo(first);
    assertThat(numbers.name(first)).isEqualTo("a");
    numbers.remove(first);
    assertThat(numbers.name(first)).isNull();
    assertThat(numbers.of("a")).isNotEqualTo(first);
    numbers.remove(first);
    assertThat(numbers.name(numbers.of("a"))).as("removed twice").isEqualTo("a");
  }

  @Test
  void theNumberOfNumberedFilesIsBounded() {
    for (String file : new String[] {"a", "b", "c"}) {
      assertThat(numbers.of(file)).isNotNegative();
    }
    assertThat(numbers.of("d")).isEqualTo(FileNumbers.NONE);
    numbers.remove(numbers.of("b"));
    assertThat(numbers.of("d")).isNotNegative();
    assertThat(numbers.of("b")).isEqualTo(FileNumbers.NONE);
  }

  @Test
  void hashesOfFilesDifferAndThoseOfHalvesReferToTheWhole() {
    HashedNames hashed = new HashedNames();
    String whole = hashed.of("0123");
    assertThat(whole).matches("[0-9a-f]{32}").isEqualTo(hashed.of("0123"));
    assertThat(hashed.of("0124")).isNotEqualTo(whole);
    assertThat(hashed.of("0123." + "a".repeat(32))).startsWith(whole + ".").hasSize(65);
    assertThat(hashed.of("0123.table=a-b")).as("a link, not a half-file reference").hasSize(32);
    assertThat(new HashedNames().of("0123")).as("another salt").isNotEqualTo(whole);
  }
}
