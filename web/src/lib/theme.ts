/** The theme of the page. This browser stores the choice. Without a choice, the page follows the system. */
import { localStore } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'vitrine.theme';
/** The background colour of the page. Browsers also use this colour for their own bars (web/index.html). */
const barColors = { light: '#f8f4ee', dark: '#15110f' };

export const readTheme = (): Theme => themes.find((theme) => theme === localStore.read(storageKey)) ?? 'system';

/** Shows the stored theme. The first script of a page calls this function before the first paint. */
export function applyTheme(): void {
  const theme = readTheme();
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = barColors[theme === 'system' ? (meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light') : theme];
}

const listeners = new Set<() => void>();

function update(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStore.remove(storageKey);
  else localStore.write(storageKey, theme);
  update();
}

/** Selects the stored theme in the theme switch of a prerendered page. The build prerenders the switch with the theme of the system. */
export function markTheme(): void {
  const theme = readTheme();
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-theme-switch] input')) input.checked = input.value === theme;
}

/** Handles the theme switch of a prerendered page (ui/theme-switch.tsx), because the app may not have started yet. */
export function handleThemeChange({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.closest('[data-theme-switch]')) return;
  const theme = themes.find((one) => one === target.value);
  if (theme) chooseTheme(theme);
}

function handleStorage({ key }: StorageEvent): void {
  // The key is null if another tab removed all entries.
  if (key === storageKey || key === null) update();
}

/**
 * Calls `listener` after each change, including changes in other tabs.
 * @returns a function that stops these calls.
 */
export function subscribeToTheme(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', handleStorage);
  };
}
