package io.strata.doctor;

import io.strata.doctor.text.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses sizes such as {@code 64g}. */
final class SizeConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    try {
      return Bytes.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
