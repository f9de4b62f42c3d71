/** When memory that was taken out of use can be freed: epoch-based reclamation. */
@NullMarked
package io.strata.l2.grace;

import org.jspecify.annotations.NullMarked;
