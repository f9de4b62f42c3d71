package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any invalid value is rejected with a message of one line that has the key and the value. */
class JunkTest {
  private static final String[] NEVER_A_VALUE = {
    "abc", "1e400", "-1e400", "", "  ", "1 2", "NaN", "--5", "0x", "5,5x", "1\n2", "£3", "-0.5"
  };

  private static final Configuration SITE = site();

  static Stream<SettingKey<?>> checkedKeys() {
    return SettingKeys.all().stream().filter(key -> !acceptsAnyText(key));
  }

  @ParameterizedTest
  @MethodSource("checkedKeys")
  void rejectsJunkInOneLine(SettingKey<?> key) {
    for (String junk : NEVER_A_VALUE) {
      Configuration conf = new Configuration(SITE);
      conf.set(key.name(), junk);

      assertThatThrownBy(() -> CacheSettings.read(conf, AMPLE))
          .as("%s = %s", key.name(), junk)
          .isInstanceOf(InvalidSettingException.class)
          .message()
          .startsWith(
              currentName(key) + "=" + InvalidSettingException.shortened(junk) + ": must be ")
          .endsWith(".")
          .doesNotContain("\n");
    }
  }

  @ParameterizedTest
  @MethodSource("checkedKeys")
  void readsOrRejectsRandomTextInOneLine(SettingKey<?> key) {
    Random random = new Random(key.name().hashCode());
    for (int i = 0; i < 100; i++) {
      String text = randomText(random);
      Configuration conf = new Configuration(false);
      conf.set(key.name(), text);
      try {
        Confs.find(key, conf);
      } catch (InvalidSettingException e) {
        assertThat(e.key()).isEqualTo(key.name());
        assertThat(e).hasMessageStartingWith(key.name() + "=").hasMessageEndingWith(".");
        assertThat(e.getMessage().lines()).hasSize(1);
      }
    }
  }

  @Test
  void shortensLongValue() {
    assertThat(InvalidSettingException.shortened("x".repeat(10_000))).hasSizeLessThan(100);
  }

  /** Hadoop assigns the value of an old name to the new one. */
  private static String currentName(SettingKey<?> key) {
    return key.equals(OnHeapKeys.OLD_BLOCK_BYTES) ? OnHeapKeys.BLOCK_BYTES.name() : key.name();
  }

  private static boolean acceptsAnyText(SettingKey<?> key) {
    try {
      key.type().parse("any text");
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns text mostly of the characters of numbers, so that some values are nearly valid. */
  private static String randomText(Random random) {
    String alphabet = "0123456789.-+eExXkmgb,truefals${}\t\u0000é 📦";
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(14); length > 0; length--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
