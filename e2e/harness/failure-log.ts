/** Prints what the functions logged during a test that failed, because the answers of the product do not show its internal errors. */
import { afterEach, beforeEach } from 'vitest';
import { runningClouds } from './running-clouds.ts';

const linesMax = 30;
const lineCharactersMax = 1_000;
const isNotable = (line: string) => /"level":"(warn|error)"/.test(line);

let seen: [string[], number][] = [];
beforeEach(() => {
  seen = [...runningClouds].map((lines) => [lines, lines.length]);
});
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [lines, from] of seen) {
    const notable = lines.slice(from).filter(isNotable).slice(-linesMax);
    console.error([`Logged during "${task.name}":`, ...notable.map((line) => line.slice(0, lineCharactersMax))].join('\n'));
  }
});
