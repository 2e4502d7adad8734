/**
 * `useTranslation` of react-i18next imports one small function of i18next. This plugin replaces the import, so that a prerendered page
 * starts without i18next (web/src/lib/i18n/texts.ts). Only key prefixes that are functions need this function, and the page has no such
 * prefix.
 */
import type { Plugin } from 'vite';

const stub = '\0key-from-selector';

export const lateI18next = (): Plugin => ({
  name: 'late-i18next',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) => (source === 'i18next' && importer?.includes('/react-i18next/') ? stub : undefined),
  load: (id) =>
    id === stub ? "export function keyFromSelector() { throw new Error('A key prefix that is a function is not supported'); }" : undefined,
});
