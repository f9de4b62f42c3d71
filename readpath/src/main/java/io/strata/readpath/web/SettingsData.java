package io.strata.readpath.web;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.CacheSettings.Shown;
import java.util.ArrayList;
import java.util.List;

/** The rows of the settings table, with a flag for keys that are set. */
final class SettingsData {
  private SettingsData() {}

  static List<Object> rows(CacheSettings settings) {
    List<Object> rows = new ArrayList<>();
    for (Shown each : settings.shown()) {
      rows.add(
          Json.object(
              "key", each.key(),
              "value", each.value(),
              "default", each.defaultValue(),
              "unit", each.unit(),
              "meaning", each.meaning(),
              "changed", each.isSet()));
    }
    return rows;
  }
}
