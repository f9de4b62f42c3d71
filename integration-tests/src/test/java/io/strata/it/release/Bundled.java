package io.strata.it.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.json.Json;

/**
 * A library in a release's list.
 *
 * @param group Maven group
 * @param name Maven artifact
 * @param licences SPDX names
 */
record Bundled(String group, String name, List<String> licences) {
  /** Reads a CycloneDX list in JSON. */
  static List<Bundled> readAll(Path list) throws IOException {
    Map<?, ?> bom = new Json().toType(Files.readString(list), Json.MAP_TYPE);
    if (!"CycloneDX".equals(bom.get("bomFormat"))) {
      throw new IOException(list + " is not a CycloneDX list");
    }
    return ((List<?>) bom.get("components"))
        .stream().map(component -> of((Map<?, ?>) component)).toList();
  }

  private static Bundled of(Map<?, ?> component) {
    return new Bundled(
        component.get("group").toString(),
        component.get("name").toString(),
        ((List<?>) component.get("licenses"))
            .stream()
                .map(choice -> (Map<?, ?>) ((Map<?, ?>) choice).get("license"))
                .map(licence -> licence.get("id").toString())
                .toList());
  }

  boolean isOfThisProject() {
    return group.equals("io.strata");
  }
}
