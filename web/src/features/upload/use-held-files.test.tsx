// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFileDrops } from './use-file-drops.ts';
import { useHeldFiles } from './use-held-files.ts';

/** Replaces the browser's DragEvent, so that a test can set the data of the event. */
class TestDragEvent extends MouseEvent {}

function Tool({ isReady, add }: { isReady: boolean; add: (names: string[]) => void }) {
  useHeldFiles(isReady);
  useFileDrops(isReady ? ({ files }) => add(files.map(({ name }) => name)) : undefined);
  return <p>Photos</p>;
}

beforeEach(() => void vi.stubGlobal('DragEvent', TestDragEvent));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function drop(target: Element, names: string[], types = ['Files']): Event {
  const files = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }));
  const items = files.map(() => ({ kind: 'file', webkitGetAsEntry: () => null }));
  const event = new TestDragEvent('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types, files, items } });
  target.dispatchEvent(event);
  return event;
}

test('files that are dropped while the tool loads are added once, as soon as the tool is ready', async () => {
  const add = vi.fn();
  const { rerender, getByText } = render(<Tool isReady={false} add={add} />);
  expect(drop(getByText('Photos'), ['a.jpg', 'b.jpg']).defaultPrevented).toBe(true);
  expect(add).not.toHaveBeenCalled();
  rerender(<Tool isReady add={add} />);
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(['a.jpg', 'b.jpg']));
  rerender(<Tool isReady={false} add={add} />);
  rerender(<Tool isReady add={add} />);
  await Promise.resolve();
  expect(add).toHaveBeenCalledTimes(1);
});

test('the page receives the files if the target of the drop was removed', async () => {
  const add = vi.fn();
  const { rerender } = render(<Tool isReady={false} add={add} />);
  const card = document.body.appendChild(document.createElement('div'));
  drop(card, ['a.jpg']);
  card.remove();
  rerender(<Tool isReady add={add} />);
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(['a.jpg']));
});

test('a drop of text is not stored', () => {
  const { getByText } = render(<Tool isReady={false} add={vi.fn()} />);
  expect(drop(getByText('Photos'), [], ['text/plain']).defaultPrevented).toBe(false);
});

test('files that are pasted while the tool loads are also added as soon as the tool is ready', async () => {
  const add = vi.fn();
  const { rerender } = render(<Tool isReady={false} add={add} />);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  const files = [new File(['x'], 'a.png', { type: 'image/png' })];
  Object.defineProperty(event, 'clipboardData', { value: { types: ['Files'], files, items: [] } });
  document.dispatchEvent(event);
  rerender(<Tool isReady add={add} />);
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith(['a.png']));
});
