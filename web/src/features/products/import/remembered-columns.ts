/** Remembers the columns that a seller has chosen, for each set of headings. */
import { type ColumnRole, type ColumnRoles, columnRoles, digestOf } from '#shared/products/sheet.ts';
import { localStore } from '#web/lib/storage.ts';

const storageKey = 'vitrine.import-columns';
const sheetsMax = 50;

type Remembered = [digest: string, roles: (string | null)[]][];

function readAll(): Remembered {
  try {
    const value: unknown = JSON.parse(localStore.read(storageKey) ?? '[]');
    return Array.isArray(value) ? (value as Remembered) : [];
  } catch {
    return [];
  }
}

const isRole = (text: unknown): text is ColumnRole => columnRoles.some((role) => role === text);

/** Returns the remembered roles, or undefined for headings that were not imported before. */
export function rememberedColumns(headers: readonly string[]): ColumnRoles | undefined {
  const digest = digestOf(headers);
  const roles = readAll().find((one) => Array.isArray(one) && one[0] === digest)?.[1];
  if (!Array.isArray(roles) || roles.length !== headers.length) return undefined;
  return roles.map((role) => (isRole(role) ? role : undefined));
}

export function rememberColumns(headers: readonly string[], roles: ColumnRoles): void {
  const digest = digestOf(headers);
  const others = readAll().filter((one) => Array.isArray(one) && one[0] !== digest);
  localStore.write(storageKey, JSON.stringify([...others, [digest, roles.map((role) => role ?? null)]].slice(-sheetsMax)));
}
