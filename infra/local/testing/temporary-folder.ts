import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `vitrine-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
