package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import io.strata.doctor.text.DoctorException;
import io.strata.doctor.text.Lines;
import io.strata.readpath.config.MemoryNeed;
import java.util.stream.Collectors;

/** A generated configuration: two commented files. */
public final class Plan {
  private static final String NUMBER = "#   %,10d  %s\n";

  private final Sizing sizing;
  private final SizingProfile profile;

  private Plan(Sizing sizing) {
    this.sizing = sizing;
    this.profile = sizing.profile();
  }

  /**
   * Generates a configuration.
   *
   * @throws DoctorException if the memory is too small, or the request cannot be met otherwise
   */
  public static Plan of(SizingRequest request) {
    return new Plan(Sizing.of(request));
  }

  /** Returns the text of {@code hbase-site.xml}. */
  public String site() {
    StringBuilder text = new StringBuilder();
    text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--\n");
    text.append(Lines.wrap("  ", "  ", head())).append('\n');
    text.append(
        Lines.wrap(
            "  ",
            "  ",
            "Copy the properties into conf/hbase-site.xml of each RegionServer, and the line of"
                + " hbase-env.sh into conf/hbase-env.sh. Put Strata's jar into $HBASE_HOME/lib."));
    text.append("\n-->\n<configuration>\n");
    text.append(
        new SettingList(profile, sizing.megabytes(), sizing.holdsAllData())
            .settings().stream().map(Plan::property).collect(Collectors.joining("\n")));
    return text.append("</configuration>\n").toString();
  }

  /** Returns the text of {@code hbase-env.sh}. */
  public String env() {
    MemoryNeed need = sizing.need();
    StringBuilder text = new StringBuilder();
    text.append(Lines.wrap("# ", "# ", head())).append("\n#\n");
    text.append(
        Lines.wrap(
            "# ",
            "# ",
            "Heap: %s, of which %d %% are index and bloom blocks and %d %% memstores. %s"
                .formatted(
                    Bytes.inMegabytes(profile.heap()),
                    profile.onHeapPercent(),
                    profile.memstorePercent(),
                    "At most 31 GB, the largest with references of four bytes.")));
    text.append("\n#\n# Memory of the process, in MB:\n");
    need.parts().stream()
        .filter(part -> part.bytes() > 0)
        .forEach(part -> text.append(number(part.bytes(), part.name())));
    text.append(number(need.bytes(), "total"));
    text.append(
        NUMBER.formatted(
            (profile.request().memory() - need.bytes()) / Bytes.MB,
            "left for other processes and the page cache"));
    text.append("#\n");
    text.append(
        Lines.wrap(
            "# ",
            "# ",
            "Direct memory: off-heap tier, HBase's direct buffers%s, and %s for the network and the file system."
                .formatted(
                    need.flash() > 0 ? ", memory of the flash tier" : "",
                    Bytes.inMegabytes(
                        sizing.directBytes() - need.tier() - need.buffers() - need.flash()))));
    return text.append("\nexport HBASE_REGIONSERVER_OPTS=\"$HBASE_REGIONSERVER_OPTS")
        .append(" -Xms%1$dm -Xmx%1$dm".formatted(Bytes.megabytes(profile.heap())))
        .append(" -XX:MaxDirectMemorySize=%dm\"\n".formatted(Bytes.megabytes(sizing.directBytes())))
        .toString();
  }

  /** Returns the text of both files, each below its name. */
  public String text() {
    return "=== hbase-site.xml ===\n%s\n=== hbase-env.sh ===\n%s".formatted(site(), env());
  }

  private String head() {
    SizingRequest request = profile.request();
    return "Strata for a %s of %s%s%s; load: %s."
        .formatted(
            request.isContainer() ? "container" : "machine",
            Bytes.inWords(request.memory()),
            request.data().isPresent()
                ? " and %s of data".formatted(Bytes.inWords(request.data().getAsLong()))
                : "",
            request.hasFlash()
                ? ", with a flash tier of %d × %s"
                    .formatted(request.flashPaths().size(), Bytes.inWords(request.flashBytes()))
                : "",
            request.load());
  }

  private static String property(Setting setting) {
    return "%s -->\n  <property>\n    <name>%s</name>\n    <value>%s</value>\n  </property>\n"
        .formatted(
            Lines.wrap("  <!-- ", "       ", setting.reason()),
            setting.name(),
            escaped(setting.value()));
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String number(long bytes, String name) {
    return NUMBER.formatted(Bytes.megabytes(bytes), name);
  }
}
