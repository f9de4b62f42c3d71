/** The memory usage of tables and families, and their quotas. */
@NullMarked
package io.strata.readpath.usage;

import org.jspecify.annotations.NullMarked;
