/** File names of an archive and of the results in it (docs/spec.md 15). */
import { timestampOf } from '../batch/file-name.ts';

/** For example `videos_2026-11-21T08-09-10.zip` (docs/spec.md 15). */
export const zipFileName = (contents: string, now: Date): string => `${contents}_${timestampOf(now)}.zip`;

/** Returns the names. Duplicates get the endings ` (2)`, ` (3)` and so on. */
export function uniqueNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
    let unique = name;
    for (let count = 2; usedNames.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${ending}`;
    usedNames.add(unique.toLowerCase());
    return unique;
  });
}
