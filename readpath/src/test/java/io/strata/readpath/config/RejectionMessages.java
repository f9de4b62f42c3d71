package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;

/** Checks the form of every rejection: key, value, problem and fix on one line. */
final class RejectionMessages {
  private RejectionMessages() {}

  static void check(InvalidSettingException e, Configuration conf) {
    String message = e.getMessage();
    String shown = message.substring(Math.min(e.key().length(), message.length()));
    assertThat(message).startsWith(e.key()).endsWith(".").contains(": ");
    assertThat(message.chars())
        .as("one line: %s", message)
        .noneMatch(c -> c == '\n' || Character.isISOControl(c));
    assertThat(message).hasSizeLessThan(2000);
    if (conf.getRaw(e.key()) == null) {
      assertThat(shown).matches("(: not set, and |=[^ ]* \\(default\\): ).*");
    } else {
      assertThat(shown).startsWith("=");
    }
  }
}
