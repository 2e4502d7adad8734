/** Measures the tasks on the main thread of a page. The tasks come from a trace of Chromium. */
import type { Browser, Page } from '@playwright/test';

/** `ts` is the start in microseconds. `tdur` is the CPU time of the thread, so other load on the machine does not count. */
type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { name?: string; data?: { type?: string } };
};

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Returns the CPU time of the page's longest task during an action, in milliseconds. */
export async function longestTaskMs(browser: Browser, page: Page, action: () => Promise<void>): Promise<number> {
  const { tasks } = await recordTrace(browser, page, action);
  return longestMs(tasks);
}

/**
 * Returns two results in milliseconds. `perKeyMs` contains the work after each keydown event, until the next keydown event. `longestMs` is
 * the longest task.
 */
export async function workAfterKeysMs(
  browser: Browser,
  page: Page,
  action: () => Promise<void>,
): Promise<{ perKeyMs: number[]; longestMs: number }> {
  const { tasks, events } = await recordTrace(browser, page, action);
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown').map(({ ts }) => ts);
  if (keys.length === 0) throw new Error('The trace contains no keydown event');
  // The task that dispatches a key starts shortly before the keydown event.
  const starts = keys.map((ts) => tasks.findLast((task) => task.ts <= ts)?.ts ?? ts);
  const perKeyMs = starts
    .slice(0, -1)
    .map(
      (start, key) =>
        tasks.filter(({ ts }) => ts >= start && ts < (starts[key + 1] ?? 0)).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
    );
  return { perKeyMs, longestMs: longestMs(tasks) };
}

const longestMs = (tasks: readonly TraceEvent[]): number => Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;

/** Returns the events of the page's main thread in the order of their starts. `tasks` contains the events that are tasks. */
async function recordTrace(browser: Browser, page: Page, action: () => Promise<void>): Promise<Record<'events' | 'tasks', TraceEvent[]>> {
  await browser.startTracing(page, { categories });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const events = traceEvents
    .filter(({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid))
    .toSorted((a, b) => a.ts - b.ts);
  // Chromium records each task twice, with and without the name of its class.
  const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  if (tasks.length === 0) throw new Error('The trace contains no task of the page');
  return { events, tasks };
}
