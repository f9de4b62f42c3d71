package io.strata.it.link;

import java.util.List;

/**
 * The result of a check.
 *
 * @param classes number of the library's classes that were checked
 * @param members number of their methods and fields that were checked
 * @param substitutes number of classes read from jars of another version
 * @param problems a sentence for each linkage error
 */
record LinkReport(long classes, long members, int substitutes, List<String> problems) {}
