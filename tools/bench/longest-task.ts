/** Measures the longest uninterrupted work on the main thread of a page, from the trace of Chromium. */
import type { Browser, Page } from '@playwright/test';

/** `tdur` is the CPU time of the thread in microseconds, so that other load on the machine has no effect. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Returns the page's longest task in milliseconds during an action. */
export async function longestTaskMs(browser: Browser, page: Page, action: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => /^(ThreadControllerImpl::)?RunTask$/.test(event.name) && isOfPage(event));
  if (tasks.length === 0) throw new Error('The trace contains no task of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
