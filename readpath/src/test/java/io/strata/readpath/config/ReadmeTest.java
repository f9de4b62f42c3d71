package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final String BEGIN = "<!-- keys: begin -->\n";
  private static final String END = "<!-- keys: end -->";

  @Test
  void theTableOfKeysIsTheOneInTheCode() throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    Path rendered = Files.writeString(Path.of("target", "keys.md"), SettingKeys.markdownTable());

    assertThat(readme).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    String table = readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));
    assertThat(table)
        .as("The keys have changed: put %s between the two comments in README.md", rendered)
        .isEqualTo("\n" + SettingKeys.markdownTable() + "\n");
  }
}
