package io.strata.it.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Tag;

/** Any bytes are either read as a class or rejected in one sentence. */
@Tag("fuzz")
class ClassFileFuzzTest {

  @FuzzTest
  void bytesAreAClassOrRejected(byte[] bytes) {
    ClassFile read;
    try {
      read = ClassFile.withReferences(bytes);
    } catch (UnreadableClassException e) {
      assertThat(e).hasMessageMatching("(?s)The \\d+ bytes .* are not a class file .*\\.");
      return;
    }
    assertThat(read.name()).isNotNull();
    assertThat(read.interfaces()).doesNotContainNull();
    assertThat(read.references()).allSatisfy(each -> assertThat(each.owner()).isNotNull());
    ClassFile again = ClassFile.ofLibrary(bytes);
    assertThat(again.references()).isEmpty();
    assertThat(again.name()).isEqualTo(read.name());
    assertThat(again.methods()).isEqualTo(read.methods());
    assertThat(again.fields()).isEqualTo(read.fields());
    assertThat(again.supertypes()).isEqualTo(read.supertypes());
  }
}
