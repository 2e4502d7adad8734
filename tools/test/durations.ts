/** Reads the durations of test files from the JSON reports of Vitest and Playwright. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod';

export type FileDuration = { file: string; seconds: number };

const vitestSchema = z.object({ testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })) });

/** Returns the durations of Vitest files. If there is no report, the tests did not start, and the list is empty. */
export function readVitestDurations(report: string, root: string): FileDuration[] {
  if (!existsSync(report)) return [];
  const { testResults } = vitestSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  return testResults.map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }));
}

const specSchema = z.object({ file: z.string(), tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })) });
type Suite = { specs: z.infer<typeof specSchema>[]; suites?: Suite[] | undefined };
const suiteSchema: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }));
const playwrightSchema = z.object({ suites: z.array(suiteSchema) });

/** Returns the durations of browser test files. The duration of a file is the sum of its tests. */
export function readBrowserDurations(report: string): FileDuration[] {
  if (!existsSync(report)) return [];
  const { suites } = playwrightSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  const seconds = new Map<string, number>();
  for (const { file, tests } of suites.flatMap(specsOf))
    for (const { duration } of tests.flatMap(({ results }) => results)) seconds.set(file, (seconds.get(file) ?? 0) + duration / 1000);
  return [...seconds].map(([file, total]) => ({ file: `tests/browser/${file}`, seconds: total }));
}

const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)];

export const findSlowest = (files: readonly FileDuration[], count: number): FileDuration[] =>
  files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
