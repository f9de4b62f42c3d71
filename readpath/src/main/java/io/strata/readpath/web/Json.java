package io.strata.readpath.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;

/** Builds JSON objects, whose fields stay in order. */
final class Json {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Json() {}

  /** Returns an object of alternating names and values, without NaN and infinite values. */
  static Map<String, Object> object(Object... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      Object value = fields[i + 1];
      boolean isNumber = !(value instanceof Double number) || Double.isFinite(number);
      if (isNumber) {
        object.put((String) fields[i], value);
      }
    }
    return object;
  }

  static String text(Object value) {
    return GSON.toJson(value);
  }
}
