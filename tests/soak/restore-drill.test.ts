/** Runs a small version of `npm run drill:restore`. */
import { expect, test, vi } from 'vitest';
import { runRestoreDrill } from '../fixtures/restore-drill.ts';

test('the restore drill repairs an account and a file exactly, and keeps a deleted account deleted', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { problems, steps, restoreMinutes } = await runRestoreDrill(2);
  vi.restoreAllMocks();
  expect(problems).toEqual([]);
  expect(steps).toHaveLength(10);
  expect(restoreMinutes).toBeGreaterThan(0);
});
