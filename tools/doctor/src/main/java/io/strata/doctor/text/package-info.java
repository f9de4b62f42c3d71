/** Sizes of memory as people type and read them, and lines that fit a terminal. */
@NullMarked
package io.strata.doctor.text;

import org.jspecify.annotations.NullMarked;
