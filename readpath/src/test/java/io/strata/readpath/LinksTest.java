package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links of the documents lead somewhere, in a clone and out of a release. */
class LinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path README = ROOT.resolve("README.md");

  /** The documents of the repository, and nothing that was built. */
  private static Map<Path, MarkdownPage> pages() throws IOException {
    Map<Path, MarkdownPage> pages = new TreeMap<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean passedBy = !folder.equals(ROOT) && name.matches("target|\\..*");
            return passedBy ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.toString().endsWith(".md")) {
              pages.put(file, new MarkdownPage(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return pages;
  }

  @Test
  void leadToFilesAndSectionsThatAreThere() throws IOException {
    Map<Path, MarkdownPage> pages = pages();
    List<String> dead = new ArrayList<>();
    int links = 0;
    for (Map.Entry<Path, MarkdownPage> each : pages.entrySet()) {
      for (String link : each.getValue().links()) {
        links++;
        if (!leadsSomewhere(each.getKey(), link, pages)) {
          dead.add(ROOT.relativize(each.getKey()) + ": " + link);
        }
      }
    }
    assertThat(pages).containsKey(README);
    assertThat(links).isGreaterThan(50);
    assertThat(dead).isEmpty();
  }

  /** Anchors of what is no page, such as lines of code, are GitHub's own. */
  private static boolean leadsSomewhere(Path page, String link, Map<Path, MarkdownPage> pages) {
    Path target = target(page, link);
    int anchor = link.indexOf('#');
    MarkdownPage targetPage = pages.get(target);
    return target.startsWith(ROOT)
        && Files.exists(target)
        && (anchor < 0
            || targetPage == null
            || targetPage.anchors().contains(link.substring(anchor + 1)));
  }

  private static Path target(Path page, String link) {
    String file = link.replaceFirst("#.*", "");
    return file.isEmpty() ? page : page.resolveSibling(file).normalize();
  }

  @Test
  void ofTheReadmeLeadToWhatAReleaseHas() throws IOException {
    List<String> sets =
        all(
            "<fileSet>(.*?)</fileSet>",
            Files.readString(ROOT.resolve("tools/distribution/src/assembly/folder.xml")));
    List<String> links = new MarkdownPage(README).links();
    assertThat(links).isNotEmpty();
    assertThat(links)
        .filteredOn(link -> sets.stream().noneMatch(set -> isShipped(target(README, link), set)))
        .isEmpty();
  }

  /** Of files that lie in a release where they lie in the repository. */
  private static boolean isShipped(Path file, String set) {
    Path from = ROOT.resolve("tools/distribution").resolve(only("directory", set)).normalize();
    Path to = ROOT.resolve(only("outputDirectory", set)).normalize();
    List<String> included = all("<include>(.*?)</include>", set);
    return from.equals(to)
        && file.startsWith(from)
        && (file.equals(from)
            || included.isEmpty()
            || included.stream().anyMatch(each -> matches(each, from.relativize(file))));
  }

  private static boolean matches(String pattern, Path file) {
    return FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(file);
  }

  private static String only(String element, String xml) {
    List<String> found = all("<%1$s>(.*?)</%1$s>".formatted(element), xml);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text)
        .results()
        .map(each -> each.group(1).strip())
        .toList();
  }
}
