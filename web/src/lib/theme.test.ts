// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { applyTheme, chooseTheme, handleThemeChange, markTheme, readTheme, subscribeToTheme } from './theme.ts';

const shownTheme = () => document.documentElement.dataset.theme;
const barColors = () => [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content);

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f4ee"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#15110f">';
  applyTheme();
});

describe('without a valid choice, the page follows the system', () => {
  test.each([undefined, '', 'blue', 'system', '"dark"'])(
    'without a valid choice, the page follows the system if the browser has stored %j',
    (stored) => {
      if (stored !== undefined) localStorage.setItem('vitrine.theme', stored);
      applyTheme();
      expect(readTheme()).toBe('system');
      expect(shownTheme()).toBeUndefined();
      expect(barColors()).toEqual(['#f8f4ee', '#15110f']);
    },
  );
});

test.each([
  ['light', '#f8f4ee'],
  ['dark', '#15110f'],
] as const)('the theme %s is shown and stored', (theme, color) => {
  chooseTheme(theme);
  expect(shownTheme()).toBe(theme);
  expect(localStorage.getItem('vitrine.theme')).toBe(theme);
  expect(barColors()).toEqual([color, color]);
});

test('if a user chooses the theme of the system, the stored theme is removed', () => {
  chooseTheme('dark');
  chooseTheme('system');
  expect(localStorage.getItem('vitrine.theme')).toBeNull();
  expect(shownTheme()).toBeUndefined();
});

test('a page shows the theme that a user chooses in another tab, and does not call a removed listener', () => {
  let calls = 0;
  const stop = subscribeToTheme(() => calls++);
  localStorage.setItem('vitrine.theme', 'dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.theme' }));
  expect([shownTheme(), calls]).toEqual(['dark', 1]);
  window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.language' }));
  expect(calls).toBe(1);
  stop();
  window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine.theme' }));
  expect(calls).toBe(1);
});

describe('a change of an input before the app has started', () => {
  const change = (html: string) => {
    document.body.innerHTML = html;
    const input = document.querySelector('input, select') as HTMLElement;
    input.addEventListener('change', handleThemeChange);
    input.dispatchEvent(new Event('change'));
  };

  test.each([
    ['outside the theme switch', '<input type="radio" value="dark">'],
    ['with an unknown theme', '<div data-theme-switch><input type="radio" value="blue"></div>'],
    ['that is not an input', '<div data-theme-switch><select><option value="dark" selected></option></select></div>'],
  ])('a change of %s before the app has started changes nothing', (_, html) => {
    change(html);
    expect(shownTheme()).toBeUndefined();
  });

  test('a change of the theme switch before the app has started shows the chosen theme', () => {
    change('<div data-theme-switch><input type="radio" value="dark"></div>');
    expect(shownTheme()).toBe('dark');
  });
});

test('the theme switch of a prerendered page marks the stored theme, and no other input', () => {
  chooseTheme('dark');
  const radios = '<input type="radio" name="a" value="system" checked><input type="radio" name="a" value="dark">';
  document.body.innerHTML = `<div data-theme-switch>${radios}</div><input type="checkbox" value="dark">`;
  markTheme();
  expect([...document.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, true, false]);
});
