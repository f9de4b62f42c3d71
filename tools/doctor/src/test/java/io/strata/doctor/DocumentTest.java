package io.strata.doctor;

import io.strata.readpath.testing.DocumentPart;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that docs/DOCTOR.md shows the output of the commands in the repository's root. */
@Tag("docs")
class DocumentTest {
  private static final String ROOT = "../../";

  @Test
  void sampleMatchesTheOutput() throws IOException {
    Run run =
        Run.strata(
            "doctor",
            "--hbase-site=" + ROOT + "conf/hbase-site-small.xml",
            "--hbase-env=" + ROOT + "conf/hbase-env-small.sh",
            "--memory=8g");

    part("sample").requirePrinted(run.out().replace(ROOT, ""));
  }

  @Test
  void mistakesMatchTheOutput() throws IOException {
    String mistake = Run.mistake("many-at-once");
    Run run = Run.strata("doctor", "--conf", mistake, "--memory=32g");

    part("many").requirePrinted(run.out().replace(mistake, "tools/doctor/" + mistake));
  }

  @Test
  void configurationMatchesTheOutput() throws IOException {
    Run run =
        Run.strata(
            "size", "--memory=64g", "--data=2t", "--flash-path=/mnt/nvme0/strata", "--disk=500g");

    part("size").requirePrinted(run.out());
  }

  private static DocumentPart part(String name) {
    return new DocumentPart("docs/DOCTOR.md", name);
  }
}
