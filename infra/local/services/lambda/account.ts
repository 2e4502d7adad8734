/**
 * What the functions of an account share. AWS limits how many invocations run at once and throttles the rest; this machine limits how
 * many environments it has memory for, and lets the rest wait. Idle environments end after a while, and earlier if others need their place.
 */
import { availableParallelism, totalmem } from 'node:os';
import { type Environment, type EnvironmentSettings, startEnvironment } from './environment.ts';

type Kind = EnvironmentSettings['runsAs'];

export type EnvironmentsMax = Record<Kind, number>;

type AccountSettings = {
  /** Invocations at once; AWS throttles more (https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html). */
  concurrencyMax?: number;
  /** Environments of each kind at once. */
  environmentsMax?: EnvironmentsMax;
  idleMsMax?: number;
  ageMsMax?: number;
  /** Whether an environment is replaced after an invocation, as AWS may do at any time. */
  replaces?(): boolean;
};

export type Account = {
  /** Undefined if the invocation is throttled. */
  borrow(settings: EnvironmentSettings): Promise<Environment> | undefined;
  giveBack(environment: Environment, isAlive: boolean): void;
  /** Ends all environments of a function. */
  end(settings: EnvironmentSettings): Promise<void>;
};

/** The quota of an account in good standing; new ones have 10. */
const concurrencyMaxOfAws = 1000;
const idleMs = 45_000;
/** Much less than the twelve hours for which its credentials are valid. */
const ageMs = 2 * 60 * 60 * 1000;

/** A thread takes about 25 MB, a process with native media 100 to 250 MB. More than this only wait for each other's processor. */
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

  /** A warm environment, or a new one in a free place or in that of an idle one; undefined if all are busy. */
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
      // Those of the other kind may have room.
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
