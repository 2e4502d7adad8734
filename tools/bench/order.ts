/**
 * Simulates a large order of 500 videos with ten slots and jobs of eight seconds. The rules of the order and the five parallel items of
 * each batch are real. The durations of the other steps are assumptions, which are long for the local cloud and for AWS.
 */
import { nextStep, type OrderState, withBatch, withEndedBatch } from '#shared/order/rules.ts';
import { concurrentVideosMax } from '#shared/video/defaults.ts';
import type { Report } from './report.ts';
import { roundTo } from './round-to.ts';

const itemCount = 500;
const slotCount = 10;
const jobSeconds = 8;
/** Seconds from the start of an item to the request of its slot, and from the end of its job to the end of the item. */
const prepareSeconds = 2;
const storeSeconds = 2;
/** Seconds from the end of the last item of a batch to the start of the first item of the next batch. */
const nextBatchSeconds = 3;
const unitCents = 120;

type Event = { at: number; run: () => void };
type Waiting = { since: number; onEnd: () => void };

/** A queue of events, and the slots of one lane with their waiting requests in the sequence of arrival. */
class Simulation {
  now = 0;
  freeSlots = slotCount;
  readonly waiting: Waiting[] = [];
  readonly waits: number[] = [];
  private readonly events: Event[] = [];

  after(seconds: number, run: () => void): void {
    this.events.push({ at: this.now + seconds, run });
  }

  requestSlot(onEnd: () => void): void {
    this.waiting.push({ since: this.now, onEnd });
    this.fillSlots();
  }

  /** Seconds that a new request of the same seller would wait now. All waiting requests are admitted before the new request. */
  waitOfNewRequest(): number {
    return this.freeSlots > 0 ? 0 : Math.ceil((this.waiting.length + 1) / slotCount) * jobSeconds;
  }

  private fillSlots(): void {
    while (this.freeSlots > 0) {
      const next = this.waiting.shift();
      if (!next) return;
      this.freeSlots -= 1;
      this.after(jobSeconds, () => {
        this.freeSlots += 1;
        next.onEnd();
        this.fillSlots();
      });
    }
  }

  run(): void {
    for (;;) {
      const [next] = this.events.sort((one, other) => one.at - other.at);
      if (!next) return;
      this.events.shift();
      this.now = next.at;
      this.waits.push(this.waitOfNewRequest());
      next.run();
    }
  }
}

function makeOrder(simulation: Simulation): void {
  let order: OrderState = {
    status: 'running',
    unitCents,
    ceilingCents: unitCents * itemCount,
    remaining: Array.from({ length: itemCount }, (_, position) => position),
    running: [],
    startedBatches: 0,
    ...{ completed: 0, failed: 0, cancelled: 0 },
  };
  const continueOrder = (): void => {
    for (let next = nextStep(order, unitCents * itemCount); next.step === 'start'; next = nextStep(order, unitCents * itemCount)) {
      const batchId = `batch-${order.startedBatches}`;
      order = withBatch(order, { batchId, positions: next.positions });
      makeBatch(batchId, next.positions.length);
    }
  };
  const makeBatch = (batchId: string, count: number): void => {
    let [started, ended] = [0, 0];
    const makeItem = (): void => {
      if (started === count) return;
      started += 1;
      simulation.after(prepareSeconds, () =>
        simulation.requestSlot(() =>
          simulation.after(storeSeconds, () => {
            ended += 1;
            makeItem();
            if (ended === count) simulation.after(nextBatchSeconds, () => endBatch(batchId, count));
          }),
        ),
      );
    };
    for (let number = 0; number < concurrentVideosMax; number++) makeItem();
  };
  const endBatch = (batchId: string, count: number): void => {
    order = withEndedBatch(
      order,
      batchId,
      Array.from({ length: count }, () => ({ status: 'completed' as const, isWithdrawn: false })),
    );
    continueOrder();
  };
  continueOrder();
}

export async function runOrderBenchmark(report: Report): Promise<void> {
  const simulation = new Simulation();
  makeOrder(simulation);
  simulation.run();
  const idealSeconds = (itemCount * jobSeconds) / slotCount;
  report('order500.makespan_ratio', roundTo(simulation.now / idealSeconds, 3), 'times');
  report('order500.clip_wait_jobs', roundTo(Math.max(...simulation.waits) / jobSeconds, 2), 'jobs');
}
