// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { commandOf } from './review-keys.ts';

type KeyEvent = Parameters<typeof commandOf>[0];

const keyEvent = (key: string, changes: Partial<KeyEvent> = {}): KeyEvent => ({
  key,
  code: '',
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  target: document.body,
  ...changes,
});
function targetIn(markup: string): Element {
  const box = document.createElement('div');
  box.innerHTML = markup;
  const [target] = box.querySelectorAll('[data-target]');
  if (!target) throw new Error('The markup has no target');
  return target;
}

test.each([
  ['ArrowLeft', 'previous'],
  ['ArrowRight', 'next'],
  [' ', 'play'],
  ['k', 'keep'],
  ['K', 'keep'],
  ['r', 'redo'],
  ['d', 'download'],
  ['e', 'prompt'],
  ['x', undefined],
])('the command of the key %j is %s', (key, command) => {
  expect(commandOf(keyEvent(key), true)).toBe(command);
});

test('if shortcuts are off, letters have no command, but the arrows and Space still work', () => {
  expect(commandOf(keyEvent('k'), false)).toBeUndefined();
  expect(commandOf(keyEvent('ArrowRight'), false)).toBe('next');
  expect(commandOf(keyEvent(' '), false)).toBe('play');
});

test('on a keyboard without Latin letters, the position of the key determines the command', () => {
  expect(commandOf(keyEvent('л', { code: 'KeyK' }), true)).toBe('keep');
  expect(commandOf(keyEvent('k', { code: 'KeyV' }), true)).toBe('keep');
});

test.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const)('a key with %s has no command', (name) => {
  expect(commandOf(keyEvent('k', { [name]: true }), true)).toBeUndefined();
  expect(commandOf(keyEvent('ArrowLeft', { [name]: true }), true)).toBeUndefined();
});

test('while a key is held down, only the commands of the arrow keys are repeated', () => {
  expect(commandOf(keyEvent('r', { repeat: true }), true)).toBeUndefined();
  expect(commandOf(keyEvent(' ', { repeat: true }), true)).toBeUndefined();
  expect(commandOf(keyEvent('ArrowRight', { repeat: true }), true)).toBe('next');
});

test.each([
  ['a text field', '<textarea data-target></textarea>', undefined, undefined, undefined],
  ['an input', '<input data-target>', undefined, undefined, undefined],
  ['a select', '<select data-target></select>', undefined, undefined, undefined],
  ['an editable text', '<p contenteditable="true"><b data-target></b></p>', undefined, undefined, undefined],
  ['a menu', '<div role="menu"><a data-target></a></div>', undefined, undefined, undefined],
  ['the slider of the video', '<input type="range" data-target>', 'keep', undefined, undefined],
  ['a button', '<button data-target></button>', 'keep', 'next', undefined],
  ['the film strip', '<div role="listbox" data-film data-target></div>', 'keep', 'next', 'play'],
])('if the focus is in %s, the keys that this element uses are not commands of the review', (_place, markup, letter, arrow, space) => {
  const target = targetIn(markup);
  expect(commandOf(keyEvent('k', { target }), true)).toBe(letter);
  expect(commandOf(keyEvent('ArrowRight', { target }), true)).toBe(arrow);
  expect(commandOf(keyEvent(' ', { target }), true)).toBe(space);
});
