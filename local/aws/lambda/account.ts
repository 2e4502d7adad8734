/**
 * The limits of an account. All functions share two limits:
 * - The number of concurrent invocations is limited as on AWS. Above this limit, an invocation is throttled. A function with a reservation
 *   has a separate part of this limit. It cannot exceed its part, and no other function can use it.
 * - The number of execution environments is limited by the memory of this machine. At this limit, an invocation waits.
 *
 * An idle environment ends after some time, or earlier if another function needs an environment. A cold start needs as much processor time
 * as several invocations, so an invocation first waits a moment for an environment of its own function.
 */
import { availableParallelism } from 'node:os';
import { unreservedMin } from '#infra/functions/reserved-concurrency.ts';
import { availableMemoryBytes } from '../../base/memory.ts';
import { type Environment, type EnvironmentSettings, startEnvironment } from './environment.ts';

type Kind = EnvironmentSettings['runsAs'];

export type EnvironmentsMax = Record<Kind, number>;

type AccountSettings = {
  /**
   * Maximum number of concurrent invocations. AWS throttles invocations above it
   * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html).
   */
  concurrencyMax?: number;
  /** The sum of the reservations of all functions. */
  reservedTotal?: number;
  /** Maximum number of environments of each kind. */
  environmentsMax?: EnvironmentsMax;
  idleMsMax?: number | undefined;
  ageMsMax?: number;
  /** Returns whether to replace an environment after an invocation, as AWS may do at any time. */
  shouldReplace?(): boolean;
};

export type Account = {
  /** Returns undefined if the invocation is throttled. */
  acquire(settings: EnvironmentSettings): Promise<Environment> | undefined;
  release(settings: EnvironmentSettings, environment: Environment, isAlive: boolean): void;
  /** Ends all environments of a function. */
  end(settings: EnvironmentSettings): Promise<void>;
};

/** AWS's default quota. A new account can have a quota of only 10. */
export const concurrencyMaxOfAws = 1000;
const defaultIdleMsMax = 45_000;
/** Maximum age of an environment. The credentials of an environment are valid for twelve hours, which is much longer. */
const defaultAgeMsMax = 2 * 60 * 60 * 1000;

/**
 * A thread needs about 25 MB. A process with native media libraries needs 100 to 250 MB. There are also upper limits, because more
 * environments would only wait for the processor.
 */
export function environmentsOfMachine(memoryGb = availableMemoryBytes() / 1024 ** 3, processors = availableParallelism()): EnvironmentsMax {
  return { thread: clamp(8, Math.floor(3 * memoryGb), 16), process: clamp(1, Math.floor(memoryGb / 4), Math.min(3, processors)) };
}

const clamp = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

/** Maximum time that an invocation waits for a running environment of its function. Then it replaces an idle one of another function. */
const replacementPatienceMs = 1_500;
/**
 * If a function has this number of environments, an invocation waits up to `patienceMs` for one of them before another one starts. The start
 * and the first invocation of a process need about half a second of processor time, those of a thread a tenth. Most invocations need less.
 * A function has at least two threads, so that two concurrent calls can really conflict.
 */
const beforeAnotherStart = { thread: { count: 2, patienceMs: 150 }, process: { count: 1, patienceMs: 500 } };
/** Maximum number of environments of a function that start together. They often serve the waiting invocations before others could start. */
const startingMax = 2;
/** Minimum age at which an environment may be replaced while invocations of its function wait. */
const keptMsMin = 3_000;

type HeldEnvironment = {
  environment: Environment;
  settings: EnvironmentSettings;
  startedAt: number;
  isStarting: boolean;
  idleTimer?: NodeJS.Timeout;
};
type Waiter = { settings: EnvironmentSettings; since: number; resolve(environment: Environment): void };

export function createAccount({
  concurrencyMax = concurrencyMaxOfAws,
  reservedTotal = 0,
  environmentsMax = environmentsOfMachine(),
  idleMsMax = defaultIdleMsMax,
  ageMsMax = defaultAgeMsMax,
  shouldReplace = () => false,
}: AccountSettings = {}): Account {
  if (reservedTotal > 0 && concurrencyMax - reservedTotal < unreservedMin)
    throw new Error(
      `The functions reserve ${reservedTotal} of ${concurrencyMax} concurrent executions. AWS requires ${unreservedMin} without a reservation.`,
    );
  const environments = new Map<Environment, HeldEnvironment>();
  /** Idle environments. The first one was not used for the longest time. */
  const idleEnvironments = new Set<HeldEnvironment>();
  const waiters: Waiter[] = [];
  /** The running invocations of each function with a reservation, and of all other functions together. */
  const runningCounts = new Map<EnvironmentSettings | 'shared', number>();
  const poolOf = (settings: EnvironmentSettings) => (settings.reservedConcurrency === undefined ? 'shared' : settings);
  const changeCount = (settings: EnvironmentSettings, change: number): void => {
    runningCounts.set(poolOf(settings), (runningCounts.get(poolOf(settings)) ?? 0) + change);
  };

  const filterByKind = (all: Iterable<HeldEnvironment>, { runsAs }: EnvironmentSettings) =>
    [...all].filter(({ settings }) => settings.runsAs === runsAs);

  /**
   * Returns an idle environment of the function, or starts a new one. At the limit, the new environment replaces an idle environment of
   * another function. Returns undefined if the invocation must wait.
   */
  function takeEnvironment({ settings, since }: Waiter, waitingFunctions: ReadonlySet<EnvironmentSettings>): Environment | undefined {
    const idleEnvironment = [...idleEnvironments].findLast((entry) => entry.settings === settings);
    if (idleEnvironment) {
      clearTimeout(idleEnvironment.idleTimer);
      idleEnvironments.delete(idleEnvironment);
      return idleEnvironment.environment;
    }
    const now = performance.now();
    const started = filterByKind(environments.values(), settings);
    const ofFunction = started.filter((entry) => entry.settings === settings);
    if (ofFunction.filter(({ isStarting }) => isStarting).length >= startingMax) return undefined;
    const { count, patienceMs } = beforeAnotherStart[settings.runsAs];
    if (ofFunction.length >= count && now - since < patienceMs) return undefined;
    if (started.length >= environmentsMax[settings.runsAs]) {
      if (ofFunction.length > 0 && now - since < replacementPatienceMs) return undefined;
      const isReplaceable = (entry: HeldEnvironment) => now - entry.startedAt >= keptMsMin || !waitingFunctions.has(entry.settings);
      const oldest = filterByKind(idleEnvironments, settings).find(isReplaceable);
      if (!oldest) return undefined;
      void discard(oldest);
    }
    const environment = startEnvironment(settings);
    const entry = { environment, settings, startedAt: now, isStarting: true };
    environments.set(environment, entry);
    void environment.initialized.then(() => {
      entry.isStarting = false;
      serveWaiters();
    });
    return environment;
  }

  function discard(entry: HeldEnvironment): Promise<void> {
    clearTimeout(entry.idleTimer);
    idleEnvironments.delete(entry);
    environments.delete(entry.environment);
    return entry.environment.kill();
  }

  function serveWaiters(): void {
    const waitingFunctions = new Set(waiters.map(({ settings }) => settings));
    const blockedFunctions = new Set<EnvironmentSettings>();
    for (const waiter of [...waiters]) {
      // Later invocations of the same function have waited for a shorter time.
      if (blockedFunctions.has(waiter.settings)) continue;
      const environment = takeEnvironment(waiter, waitingFunctions);
      if (environment) {
        waiters.splice(waiters.indexOf(waiter), 1);
        waiter.resolve(environment);
      } else blockedFunctions.add(waiter.settings);
    }
  }

  return {
    acquire(settings) {
      const maximum = settings.reservedConcurrency ?? concurrencyMax - reservedTotal;
      if ((runningCounts.get(poolOf(settings)) ?? 0) >= maximum) return undefined;
      changeCount(settings, 1);
      return new Promise((resolve) => {
        const waiter = { settings, since: performance.now(), resolve };
        waiters.push(waiter);
        serveWaiters();
        if (!waiters.includes(waiter)) return;
        for (const ms of [beforeAnotherStart[settings.runsAs].patienceMs, replacementPatienceMs]) setTimeout(serveWaiters, ms).unref();
      });
    },
    release(settings, environment, isAlive) {
      const entry = environments.get(environment);
      changeCount(settings, -1);
      const isOld = entry && performance.now() - entry.startedAt > ageMsMax;
      if (entry && isAlive && !isOld && !shouldReplace()) {
        idleEnvironments.add(entry);
        entry.idleTimer = setTimeout(() => void discard(entry), idleMsMax).unref();
      } else if (entry) void discard(entry);
      serveWaiters();
    },
    async end(settings) {
      await Promise.all([...environments.values()].filter((entry) => entry.settings === settings).map(discard));
    },
  };
}
