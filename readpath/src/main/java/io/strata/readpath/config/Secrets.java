package io.strata.readpath.config;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.regex.Pattern;

/**
 * Keeps secrets out of the page, its JSON, log lines, and messages about invalid settings.
 *
 * <p>The value of a key that is registered as secret is never shown, nor is a value that includes
 * it by <code>${name}</code>. In all other texts, the user info of a URI and the values of
 * parameters that are named like a password are masked. The patterns mask too much rather than too
 * little: a path with a colon and an at sign loses its middle.
 */
public final class Secrets {
  /** Replaces what is masked. */
  static final String MASK = "***";

  /** Replaces a whole secret value. */
  static final String NOT_SHOWN = "(not shown)";

  /** The text between the slashes of an authority and the last at sign. */
  private static final Pattern USER_INFO_OF_URI = Pattern.compile("://[^\\s\"']*@");

  /** User info of a URI that {@link java.nio.file.Path} reduced to one slash, or without scheme. */
  private static final Pattern USER_AND_PASSWORD =
      Pattern.compile("[^\\s/:@,;\"'(]*:(?!/)[^\\s\"']*@");

  private static final String NAMES = "(?:password|passwd|passphrase|pwd|secret|token|credential)";

  private static final Pattern NAME = Pattern.compile(NAMES, Pattern.CASE_INSENSITIVE);

  private static final Pattern PARAMETER =
      Pattern.compile(
          "([\\w.%-]*" + NAMES + "[\\w.%-]*\\s*=\\s*)[^\\s&\"']+", Pattern.CASE_INSENSITIVE);

  private Secrets() {}

  /** Returns a text in which possible secrets are masked. */
  public static String masked(String text) {
    String shown = text;
    if (text.indexOf('@') >= 0) {
      shown = USER_INFO_OF_URI.matcher(shown).replaceAll("://" + MASK + "@");
      shown = USER_AND_PASSWORD.matcher(shown).replaceAll(MASK + "@");
    }
    return text.indexOf('=') >= 0 ? PARAMETER.matcher(shown).replaceAll("$1" + MASK) : shown;
  }

  /** Returns a key's value without secrets; empty for an empty value. */
  static String shown(SettingKey<?> key, String value) {
    return key.secrecy() == SettingKey.Secrecy.SECRET && !value.isEmpty()
        ? NOT_SHOWN
        : masked(value);
  }

  /** Returns whether a variable of this name most likely holds a secret. */
  static boolean isNamedLikeSecret(String name) {
    return NAME.matcher(name).find();
  }

  /** Returns a failure's stack trace for a log, in which possible secrets are masked. */
  public static String traceOf(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return masked(trace.toString());
  }

  /**
   * Returns the types of a failure and its causes, without their messages, which may quote a
   * secret.
   */
  public static String typesOf(Throwable failure) {
    StringBuilder types = new StringBuilder();
    Throwable each = failure;
    // Causes may form a cycle.
    for (int depth = 0; each != null && depth < 8; depth++) {
      types.append(depth == 0 ? "" : ", caused by ");
      types.append(each.getClass().getName());
      each = each.getCause();
    }
    return types.toString();
  }
}
