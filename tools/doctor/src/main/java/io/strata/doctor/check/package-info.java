/** What is wrong with the files of a configuration, all of it, each in one sentence. */
@NullMarked
package io.strata.doctor.check;

import org.jspecify.annotations.NullMarked;
