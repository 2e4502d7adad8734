/**
 * Limits that the functions of an account share. AWS limits concurrent invocations and throttles further ones. In addition, the memory of
 * this machine limits the number of environments; further invocations wait. Idle environments end after some time, or earlier if another
 * function needs an environment.
 */
import { availableParallelism, totalmem } from 'node:os';
import { type Environment, type EnvironmentSettings, startEnvironment } from './environment.ts';

type Kind = EnvironmentSettings['runsAs'];

export type EnvironmentsMax = Record<Kind, number>;

type AccountSettings = {
  /** Maximum concurrent invocations; AWS throttles further ones (https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). */
  concurrencyMax?: number;
  /** Maximum environments of each kind. */
  environmentsMax?: EnvironmentsMax;
  idleMsMax?: number;
  ageMsMax?: number;
  /** Returns whether to replace an environment after an invocation, as AWS may do at any time. */
  replaces?(): boolean;
};

export type Account = {
  /** Undefined if the invocation is throttled. */
  borrow(settings: EnvironmentSettings): Promise<Environment> | undefined;
  giveBack(environment: Environment, isAlive: boolean): void;
  /** Ends all environments of a function. */
  end(settings: EnvironmentSettings): Promise<void>;
};

/** AWS's default quota; new accounts have 10. */
const concurrencyMaxOfAws = 1000;
const idleMs = 45_000;
/** Maximum age of an environment. It is much shorter than the twelve hours for which the environment's credentials are valid. */
const ageMs = 2 * 60 * 60 * 1000;

/**
 * A thread needs about 25 MB; a process with native media libraries needs 100 to 250 MB. More environments than this would only wait for
 * the processor.
 */
export function environmentsOfMachine(memoryGb = totalmem() / 1024 ** 3, processors = availableParallelism()): EnvironmentsMax {
  return { thread: between(8, Math.floor(3 * memoryGb), 18), process: between(1, Math.floor(memoryGb / 4), Math.min(3, processors)) };
}

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

type Held = { environment: Environment; settings: EnvironmentSettings; startedAt: number; idleTimer?: NodeJS.Timeout };
type Waiter = { settings: EnvironmentSettings; resolve(environment: Environment): void };

export function createAccount({
  concurrencyMax = concurrencyMaxOfAws,
  environmentsMax = environmentsOfMachine(),
  idleMsMax = idleMs,
  ageMsMax = ageMs,
  replaces = () => false,
}: AccountSettings = {}): Account {
  const held = new Map<Environment, Held>();
  /** Least recently used first. */
  const idle = new Set<Held>();
  const waiting: Waiter[] = [];
  let running = 0;

  const ofKind = (all: Iterable<Held>, { runsAs }: EnvironmentSettings) => [...all].filter(({ settings }) => settings.runsAs === runsAs);

  /**
   * Returns an idle environment of the function, or starts a new one. At the limit, the new one replaces an idle environment of another
   * function. Returns undefined if all environments are busy.
   */
  function take(settings: EnvironmentSettings): Environment | undefined {
    const warm = [...idle].findLast((one) => one.settings === settings);
    if (warm) {
      clearTimeout(warm.idleTimer);
      idle.delete(warm);
      return warm.environment;
    }
    if (ofKind(held.values(), settings).length >= environmentsMax[settings.runsAs]) {
      const [oldest] = ofKind(idle, settings);
      if (!oldest) return undefined;
      void discard(oldest);
    }
    const environment = startEnvironment(settings);
    held.set(environment, { environment, settings, startedAt: performance.now() });
    return environment;
  }

  function discard(one: Held): Promise<void> {
    clearTimeout(one.idleTimer);
    idle.delete(one);
    held.delete(one.environment);
    return one.environment.kill();
  }

  function serveWaiting(): void {
    for (const waiter of [...waiting]) {
      const environment = take(waiter.settings);
      // Continue: an environment of the other kind may be free.
      if (!environment) continue;
      waiting.splice(waiting.indexOf(waiter), 1);
      waiter.resolve(environment);
    }
  }

  return {
    borrow(settings) {
      if (running >= concurrencyMax) return undefined;
      running += 1;
      const isFirst = !waiting.some((waiter) => waiter.settings.runsAs === settings.runsAs);
      const environment = isFirst ? take(settings) : undefined;
      return environment ? Promise.resolve(environment) : new Promise((resolve) => waiting.push({ settings, resolve }));
    },
    giveBack(environment, isAlive) {
      running -= 1;
      const one = held.get(environment);
      const isOld = one && performance.now() - one.startedAt > ageMsMax;
      if (one && isAlive && !isOld && !replaces()) {
        idle.add(one);
        one.idleTimer = setTimeout(() => void discard(one), idleMsMax).unref();
      } else if (one) void discard(one);
      serveWaiting();
    },
    async end(settings) {
      await Promise.all([...held.values()].filter((one) => one.settings === settings).map(discard));
    },
  };
}
