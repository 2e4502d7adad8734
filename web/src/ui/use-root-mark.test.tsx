// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRootMark } from './use-root-mark.ts';

function Marked({ isMarked }: { isMarked?: boolean }) {
  useRootMark('modal', isMarked);
  return null;
}

const hasMark = () => document.documentElement.hasAttribute('data-modal');

test('the root element has a mark until the last component that set it is removed', () => {
  const first = render(<Marked />);
  const second = render(<Marked />);
  expect(hasMark()).toBe(true);
  first.unmount();
  expect(hasMark()).toBe(true);
  second.unmount();
  expect(hasMark()).toBe(false);
});

test('a component changes the mark while it is shown', () => {
  const { rerender, unmount } = render(<Marked isMarked={false} />);
  expect(hasMark()).toBe(false);
  rerender(<Marked />);
  expect(hasMark()).toBe(true);
  rerender(<Marked isMarked={false} />);
  expect(hasMark()).toBe(false);
  unmount();
});
