package io.strata.perf.compare;

/** How the rows of the table are asked for, one PerformanceEvaluation {@code randomRead} each. */
enum Workload {
  /** A hundred rows, chosen at random, in each request. */
  MULTI_GETS("multi-gets of 100", 100),
  /** One row in each request. */
  SINGLE_GETS("single gets", 1);

  final String title;
  final int rowsPerRequest;

  Workload(String title, int rowsPerRequest) {
    this.title = title;
    this.rowsPerRequest = rowsPerRequest;
  }
}
