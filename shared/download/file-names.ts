/** The names under which several results are saved together (checklist U3). */
import { timestampOf } from '../batch/file-name.ts';

/** `videos_2026-11-21T08-09-10.zip` (SPEC 9, timing: 'ZIP named with a timestamp'). */
export const zipFileName = (what: string, now: Date): string => `${what}_${timestampOf(now)}.zip`;

/** The same names, with ` (2)` and so on where one would take another's place. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}
