package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MaintenanceExecutorTest {
  private static final long WORK_NANOS = 1_000_000;

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

  @Test
  void otherTasksRunBetweenSteps() throws Exception {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch submitted = new CountDownLatch(1);
    MaintenanceExecutor maintenance = new MaintenanceExecutor(error -> {});
    maintenance.executeSteps(
        () -> {
          await(submitted);
          ran.add("step");
          return ran.size() < 4;
        });
    maintenance.execute(() -> ran.add("other"));
    submitted.countDown();
    maintenance.awaitQuiet();
    assertThat(ran).containsExactly("step", "other", "step", "step");
    maintenance.close();
  }

  @Test
  void everyStepIsObserved() throws Exception {
    List<Long> observed = new CopyOnWriteArrayList<>();
    MaintenanceExecutor maintenance = new MaintenanceExecutor(error -> {});
    maintenance.observe(observed::add);
    maintenance.executeSteps(
        () -> {
          work();
          return observed.size() < 4;
        });
    maintenance.awaitQuiet();
    assertThat(observed).hasSize(5).allMatch(nanos -> nanos >= WORK_NANOS);
    maintenance.close();
  }

  private static void work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - begun < WORK_NANOS) {
      Thread.onSpinWait();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
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
  @Timeout(60)
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
    maintenance.awaitQuiet();
    assertThat(ran).hasSize(3);
  }

  @Test
  void awaitQuietEndsWhenItsThreadIsInterrupted() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    MaintenanceExecutor maintenance = new MaintenanceExecutor(error -> {});
    maintenance.execute(() -> await(end));
    Thread.currentThread().interrupt();
    assertThatThrownBy(maintenance::awaitQuiet).isInstanceOf(InterruptedException.class);
    end.countDown();
    maintenance.awaitQuiet();
    maintenance.close();
  }
}
