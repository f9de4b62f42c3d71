package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;

/** What every refusal says, whatever was typed: key, value, fault and mend, on one line. */
final class Sentences {
  private Sentences() {}

  static void check(InvalidSettingException e, Configuration conf) {
    String message = e.getMessage();
    String shown = message.substring(Math.min(e.key().length(), message.length()));
    assertThat(message).startsWith(e.key() + " is ").endsWith(".").contains(": ");
    assertThat(message.chars())
        .as("one line: %s", message)
        .noneMatch(c -> c == '\n' || Character.isISOControl(c));
    assertThat(message).hasSizeLessThan(2000);
    if (conf.getRaw(e.key()) == null) {
      assertThat(shown).startsWith(" is not set, ");
    } else {
      assertThat(shown).startsWith(" is \"").contains("\", ");
    }
  }
}
