package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class MaintenanceExecutorTest {
  @Test
  void awaitQuietWaitsForTasksSubmittedByTasks() throws Exception {
    List<Integer> ran = new CopyOnWriteArrayList<>();
    MaintenanceExecutor maintenance = new MaintenanceExecutor(error -> {});
    countDown(maintenance, 20, ran);
    maintenance.awaitQuiet();
    assertThat(ran).hasSize(20);
    maintenance.close();
  }

  @Test
  void awaitQuietWaitsForTasksSubmittedBeforeClose() throws Exception {
    List<Integer> ran = new CopyOnWriteArrayList<>();
    MaintenanceExecutor maintenance = new MaintenanceExecutor(error -> {});
    for (int i = 0; i < 20; i++) {
      int task = i;
      maintenance.execute(() -> ran.add(task));
    }
    maintenance.close();
    maintenance.awaitQuiet();
    assertThat(ran).hasSize(20);
  }

  private static void countDown(MaintenanceExecutor maintenance, int left, List<Integer> ran) {
    maintenance.execute(
        () -> {
          ran.add(left);
          if (left > 1) {
            countDown(maintenance, left - 1, ran);
          }
        });
  }

  @Test
  void failingTaskIsReportedAndTheNextOnesRun() throws Exception {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    List<Integer> ran = new CopyOnWriteArrayList<>();
    MaintenanceExecutor maintenance = new MaintenanceExecutor(errors::add);
    for (int i = 0; i < 3; i++) {
      int task = i;
      maintenance.execute(
          () -> {
            throw new OutOfMemoryError("on purpose");
          });
      maintenance.execute(() -> ran.add(task));
    }
    maintenance.awaitQuiet();
    assertThat(errors).hasSize(3);
    assertThat(ran).containsExactly(0, 1, 2);
    maintenance.close();
    maintenance.execute(() -> ran.add(3));
    assertThat(ran).hasSize(3);
  }
}
