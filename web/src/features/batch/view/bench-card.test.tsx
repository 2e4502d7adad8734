// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BatchItem, VideoBatchItem } from '#shared/batch/api.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { videoItem } from '../cards/items.test-support.ts';
import { createVideoTool } from '../store/video-tool.test-support.ts';
import { BenchCard, cardElementId } from './bench-card.tsx';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';
import { BenchRow } from './bench-row.tsx';
import { FoldedCard } from './folded-card.tsx';
import { startRun } from './start-run.ts';

vi.mock('#web/lib/session/session.ts', () => ({
  readSessionState: () => ({ status: 'anonymous' }),
  subscribeToSession: () => () => undefined,
  signIn: vi.fn(),
}));
vi.mock('#web/features/review/further-work.tsx', () => ({
  useFurtherWork: () => [{ path: '', label: 'Make a video', icon: null, start: () => undefined }],
}));
vi.mock('#web/features/review/use-share.ts', () => ({ useShare: () => ({ isPossible: false }) }));
let availableCents: number | undefined;
vi.mock('#web/features/auth/get-profile.ts', () => ({
  useProfile: () => (availableCents === undefined ? undefined : {}),
  balancesOf: () => ({ available: availableCents }),
}));

let tool: ReturnType<typeof createVideoTool>;
const prompt = 'A slow push in';
const photo = { id: 'p', title: 'bag.jpg', src: 'blob:p', width: 900, height: 1600, fileSize: 1 };

const bench: Omit<Bench, 'tool'> = {
  kind: 'video',
  needsPrompt: true,
  promptPlaceholder: '',
  cardPlaceholder: '',
  aiWrite: { writeOne: async () => {}, writeAll: async () => {}, stopWriting: () => {} },
  title: '',
  subtitle: '',
  runningNote: '',
  Model: () => null,
  Settings: () => null,
  settingsText: () => '9:16',
  appliedSettings: () => [],
  Frame: () => null,
  FrameNote: () => null,
  Result: () => null,
};

/** Shows one card whose item has these fields. */
function showItem(
  ...[status, change, Card = BenchCard]: [Parameters<typeof videoItem>[1], Partial<VideoBatchItem>?, typeof BenchCard?]
): void {
  const [card] = tool.store.getState().draft.cards;
  if (!card) throw new Error('the page has no card');
  const item = { ...videoItem(card.id, status, change), batchId: 'one' };
  const isRunning = status === 'queued' || status === 'generating';
  act(() =>
    tool.store.setState(({ draft }) => ({
      restored: true,
      draft: { ...draft, cards: [{ ...card, prompt, photo }] },
      items: new Map([[card.id, item]]),
      batches: isRunning ? [{ batchId: 'one', kind: 'video', status: 'running', createdAt: '', counters: {} as never, items: [item] }] : [],
    })),
  );
  renderCard(Card);
}

function renderCard(Card: typeof BenchCard): void {
  renderWithTexts(
    <BenchProvider bench={{ ...bench, tool: asAnyTool(tool) }}>
      <Card cardId={tool.store.getState().draft.cards[0]?.id ?? ''} />
    </BenchProvider>,
  );
}

const article = () => within(screen.getByRole('article'));

beforeEach(() => {
  tool = createVideoTool();
  availableCents = undefined;
});

test.each(['queued', 'generating'] as const)('a %s card shows its prompt as text', (status) => {
  showItem(status);
  expect(article().queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('article').textContent).toContain(prompt);
});

test.each(['completed', 'failed', 'cancelled'] as const)('the prompt of a %s card can be edited', (status) => {
  showItem(status);
  expect(article().getByRole<HTMLTextAreaElement>('textbox').value).toBe(prompt);
});

test('a failed card shows its failure only once, with the reason', () => {
  showItem('failed', { error: { code: 'VendorRefused', message: '' } as BatchItem['error'] & object });
  expect(article().getAllByText('Failed')).toHaveLength(1);
  expect(article().getAllByText(/content policy/)).toHaveLength(1);
  expect(article().getByRole('button', { name: /^Retry/ })).toBeTruthy();
});

test('if a click starts a run, the focus moves from the button to its card', () => {
  showItem('failed');
  const button = article().getByRole('button', { name: /^Retry/ });
  button.focus();
  startRun(asAnyTool(tool), button, () => tool.store.setState({ sending: { cardIds: new Set(), phase: 'sending-order' } }));
  expect(document.activeElement?.id).toBe(cardElementId(tool.store.getState().draft.cards[0]?.id ?? ''));
});

test('the button keeps the focus if no run starts', () => {
  showItem('failed');
  const button = article().getByRole('button', { name: /^Retry/ });
  button.focus();
  startRun(asAnyTool(tool), button, () => undefined);
  expect(document.activeElement).toBe(button);
});

test('the redo button of a card with a result shows a word beside the price', () => {
  showItem('completed', { charged: 2, downloadUrl: '/bag.mp4' });
  expect(article().getByRole('button', { name: /^Redo\s?\$2\.00/ })).toBeTruthy();
});

test('a redo and a retry have the same parts: an icon, a word and the price', () => {
  showItem('failed');
  const retry = article().getByRole('button', { name: /^Retry/ });
  expect(retry.querySelector('svg')).toBeTruthy();
  expect([...retry.children].map(({ textContent }) => textContent)).toEqual(['', 'Retry', '$2.00', ': bag.jpg']);
});

test.each([
  ['with too few credits, a redo names the missing credits', 199, 1],
  ['with enough credits, a redo names no missing credits', 200, 0],
])('%s', (_, cents, count) => {
  availableCents = cents;
  showItem('completed', { charged: 2, downloadUrl: '/bag.mp4' });
  expect(article().getByRole<HTMLButtonElement>('button', { name: /^Redo/ }).disabled).toBe(false);
  expect(article().queryAllByRole('button', { name: /^Redo.*Insufficient credits/ })).toHaveLength(count);
});

test('a click on a redo without enough credits starts the order, which shows the missing credits', async () => {
  const user = userEvent.setup();
  availableCents = 0;
  const orderSignedIn = vi.spyOn(tool, 'orderSignedIn').mockImplementation(() => undefined);
  showItem('completed', { charged: 2, downloadUrl: '/bag.mp4' });
  await user.click(article().getByRole('button', { name: /^Redo/ }));
  expect(orderSignedIn).toHaveBeenCalledOnce();
});

test('a card with a result has one menu, with the actions for the result and the actions that change the card', async () => {
  const user = userEvent.setup();
  showItem('completed', { charged: 2, downloadUrl: '/bag.mp4' });
  await user.click(article().getByRole('button', { name: /^More for/ }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Make a video',
    'Duplicate',
    'Remove photo of bag.jpg',
  ]);
});

test('a waiting card shows only its number', () => {
  showItem('queued', { line: { place: 2, seconds: 90 } });
  expect(article().getByText('Queued').parentElement?.textContent).toBe('Queued· number 2');
});

test('the photo of a card can be replaced on its picture, and removed in the menu', async () => {
  const user = userEvent.setup();
  act(() =>
    tool.store.setState(({ draft }) => ({
      restored: true,
      draft: { ...draft, cards: draft.cards.slice(0, 1).map((card) => ({ ...card, photo })) },
    })),
  );
  renderCard(BenchCard);
  expect(article().getByRole('button', { name: /^Other photo\s?: bag\.jpg$/ })).toBeTruthy();
  await user.click(article().getByRole('button', { name: 'More for bag.jpg' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove photo of bag.jpg' }));
  expect(tool.store.getState().draft.cards[0]?.photo).toBeUndefined();
});

test('on a phone, a finished card has a download without a word, and its menu has a redo with its price', async () => {
  const user = userEvent.setup();
  showItem('completed', { charged: 2, downloadUrl: '/bag.mp4' }, FoldedCard);
  expect(article().getByRole('link', { name: /^Download video:/ }).textContent).toBe('');
  expect(article().queryByRole('button', { name: /^Redo/ })).toBeNull();
  await user.click(article().getByRole('button', { name: /^More for/ }));
  expect(screen.getByRole('menuitem', { name: /^Redo\s?\$2\.00/ })).toBeTruthy();
});

test('on a phone, a card that is being made shows the elapsed time', () => {
  showItem('generating', { startedAt: new Date(Date.now() - 52_000).toISOString() }, FoldedCard);
  expect(article().getByText('Generating').parentElement?.textContent).toMatch(/^Generating· Elapsed 0:5\d$/);
  expect(screen.getByRole('article').textContent).not.toContain('reserved');
});

test('a row shows the price of a complete card, and only screen readers read its state', () => {
  act(() =>
    tool.store.setState(({ draft }) => ({
      restored: true,
      draft: { ...draft, cards: draft.cards.slice(0, 1).map((card) => ({ ...card, prompt, photo })) },
    })),
  );
  renderCard(BenchRow);
  expect(article().getByText('Ready to start:').className).toContain('sr-only');
  expect(article().getAllByText('$2.00')).toHaveLength(1);
});

test('a row of a card that is being made shows the elapsed time', () => {
  showItem('generating', { startedAt: new Date(Date.now() - 52_000).toISOString() }, BenchRow);
  expect(article().getByText(/^Generating/).textContent).toMatch(/^Generating · Elapsed 0:5\d$/);
});

test.each([
  ['shows a check if the seller keeps its result', { kept: true as const }, 1],
  ['shows no check if the seller does not keep its result', {}, 0],
])('a card %s', (_, change, count) => {
  showItem('completed', change);
  expect(article().queryAllByRole('img', { name: 'Kept' })).toHaveLength(count);
});
