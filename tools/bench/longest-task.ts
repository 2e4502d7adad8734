/** What a page's own thread worked at without a break, read from Chromium's trace. */
import type { Browser, Page } from '@playwright/test';

/** Microseconds; `tdur` is what the thread itself worked, so that whatever else the machine does is left out. */
type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/** Milliseconds of the longest task of the page while something is done on it. */
export async function longestTaskMs(browser: Browser, page: Page, doing: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await doing();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isOfPage = ({ pid, tid }: TraceEvent) => threads.some((thread) => thread.pid === pid && thread.tid === tid);
  const tasks = traceEvents.filter((event) => /^(ThreadControllerImpl::)?RunTask$/.test(event.name) && isOfPage(event));
  if (tasks.length === 0) throw new Error('The trace names no task of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
