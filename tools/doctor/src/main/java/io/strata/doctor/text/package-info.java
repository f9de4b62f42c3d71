/** Formats and parses sizes of memory, and wraps lines. */
@NullMarked
package io.strata.doctor.text;

import org.jspecify.annotations.NullMarked;
