package io.strata.readpath.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Finds the variables in a value, <code>${name}</code>, as Hadoop expands them: a name is a system
 * property, an environment variable with the prefix {@code env.}, or another key, whose value may
 * contain further variables.
 */
final class References {
  /** The innermost variable, as in Hadoop. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^{}$\\s]+)}");

  /** Hadoop rejects a value that needs more expansions. */
  private static final int MAX_EXPANSIONS = 20;

  private References() {}

  /**
   * Returns whether the expansion of a key's value includes a secret: the value of a key that is
   * registered as secret, or of a variable that is named like a password.
   */
  static boolean nameASecret(Configuration conf, String key) {
    String text = conf.getRaw(key);
    for (int i = 0; text != null && i <= MAX_EXPANSIONS; i++) {
      Matcher variable = VARIABLE.matcher(text);
      if (!variable.find()) {
        return false;
      }
      String name = variable.group(1);
      if (SettingKeys.isSecret(name) || Secrets.isNamedLikeSecret(name)) {
        return true;
      }
      text = variable.replaceFirst(Matcher.quoteReplacement(valueOf(conf, name)));
    }
    return text != null;
  }

  /**
   * Returns the value of a variable; empty if it has none. There Hadoop's expansion ends, whereas
   * this one goes on with the rest of the text.
   */
  private static String valueOf(Configuration conf, String name) {
    @Nullable String property = System.getProperty(name);
    @Nullable String value = property == null ? conf.getRaw(name) : property;
    return value == null ? "" : value;
  }
}
