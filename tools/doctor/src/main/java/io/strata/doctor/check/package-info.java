/** Checks of the files of a configuration. They report all problems, each in one sentence. */
@NullMarked
package io.strata.doctor.check;

import org.jspecify.annotations.NullMarked;
