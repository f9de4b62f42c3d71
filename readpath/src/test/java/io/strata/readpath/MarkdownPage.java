package io.strata.readpath;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A page in Markdown: where its links lead, and which of its sections can be led to. */
final class MarkdownPage {
  private static final Pattern FENCED =
      Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);

  /** A link within a line of text, or of a picture; or one that is named, and defined elsewhere. */
  private static final Pattern LINK =
      Pattern.compile("\\]\\(([^)\\s]+)[^)]*\\)|^ *\\[[^]\n]+]: +(\\S+)", Pattern.MULTILINE);

  private static final Pattern LINK_IN_HEADING = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern NOT_IN_ANCHOR =
      Pattern.compile("[^\\w -]", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  private final String prose;

  MarkdownPage(Path file) throws IOException {
    String whole = Files.readString(file).replace("\r\n", "\n");
    prose = COMMENT.matcher(FENCED.matcher(whole).replaceAll("")).replaceAll("");
  }

  /** The links that stay within the repository, as they are written. */
  List<String> links() {
    return LINK.matcher(CODE.matcher(prose).replaceAll(""))
        .results()
        .map(each -> each.group(1) == null ? each.group(2) : each.group(1))
        .filter(link -> !ELSEWHERE.matcher(link).matches())
        .toList();
  }

  /** The anchors that GitHub gives the headings. */
  Set<String> anchors() {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(prose)
        .results()
        .map(each -> LINK_IN_HEADING.matcher(each.group(1).strip()).replaceAll("$1"))
        .map(each -> NOT_IN_ANCHOR.matcher(each.toLowerCase(Locale.ROOT)).replaceAll(""))
        .map(each -> each.replace(' ', '-'))
        .forEach(
            name -> {
              int times = seen.merge(name, 1, Integer::sum);
              anchors.add(times == 1 ? name : name + "-" + (times - 1));
            });
    return anchors;
  }
}
