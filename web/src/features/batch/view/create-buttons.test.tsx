// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createVideoTool } from '../store/video-tool.test-support.ts';
import { CreateButtons } from './create-buttons.tsx';
import { renderInBench } from './video-bench.test-support.tsx';

const balance = vi.hoisted(() => ({ available: 0 }));
vi.mock('#web/features/auth/get-profile.ts', () => ({ useProfile: () => ({}), balancesOf: () => balance }));
vi.mock('#web/lib/session/session-provider.tsx', () => ({ useSession: () => ({ status: 'user' }) }));
vi.mock('./when-done.tsx', () => ({ WhenDone: () => null }));

const photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 900, height: 1600, fileSize: 1 };

/** Shows the buttons for this number of videos, each for 2 dollars. */
function showButtons(count: number, availableCents: number): void {
  balance.available = availableCents;
  const tool = createVideoTool();
  act(() =>
    tool.store.setState(({ draft }) => {
      const [card] = draft.cards;
      if (!card) throw new Error('the page has no card');
      const cards = Array.from({ length: count }, (_, index) => ({ ...card, id: `card-${index}`, prompt: 'A slow push in', photo }));
      return { restored: true, draft: { ...draft, cards } };
    }),
  );
  renderInBench(tool, <CreateButtons />);
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

test('a shortage with a discount shows the price of the missing credits', () => {
  showButtons(60, 500);
  expect(screen.getByRole('button', { name: 'Add $115 for $103.50 and create 60' })).toBeTruthy();
});

test('a small shortage has no discount', () => {
  showButtons(3, 500);
  expect(screen.getByRole('button', { name: 'Add $1.00 and create 3' })).toBeTruthy();
});

test('a single alternative to the top-up is a button, not a menu', () => {
  showButtons(3, 500);
  expect(screen.getByRole('button', { name: /^Create 2 videos\s?\$4\.00$/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ways to continue' })).toBeNull();
});

test('without an alternative, there is only the top-up', () => {
  showButtons(3, 100);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
