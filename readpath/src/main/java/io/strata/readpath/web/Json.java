package io.strata.readpath.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;

/** Objects of JSON, whose fields stay in order. */
final class Json {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Json() {}

  /** An object of names and values by turns, without those that JSON has no number for. */
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
