package io.strata.it.link;

import java.util.List;

/**
 * What a check found.
 *
 * @param classes how many of the library's classes were checked
 * @param members how many of their methods and fields were checked
 * @param standIns how many classes were read from jars of another version
 * @param problems a sentence for each thing that would fail
 */
record LinkReport(long classes, long members, int standIns, List<String> problems) {}
