/** Reads the sections about alarms from docs/runbook.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../docs/runbook.md', import.meta.url));
/** Every section about an alarm answers these questions. */
const parts = ['Meaning', 'Check', 'Do'];

/** Returns the headings of the chapter "Alarms". */
export const alarmHeadings = (runbook = readRunbook()): string[] =>
  [...(chapterOf(runbook) ?? '').matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);

/**
 * Returns the section about an alarm as plain text.
 * @throws Error if the chapter "Alarms" has no such section, or if a part of the section is missing
 */
export function runbookSection(heading: string, runbook = readRunbook()): string {
  const sections = (chapterOf(runbook) ?? '').split(/^### /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (!section) throw new Error(`The chapter "Alarms" of docs/runbook.md has no section with the heading '${heading}'`);
  for (const part of parts)
    if (!section.includes(`\n- **${part}.** `)) throw new Error(`The section '${heading}' of docs/runbook.md has no part '${part}'`);
  return section
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

const readRunbook = (): string => readFileSync(file, 'utf8');

const chapterOf = (runbook: string): string | undefined => /^## Alarms\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(runbook)?.[1];
