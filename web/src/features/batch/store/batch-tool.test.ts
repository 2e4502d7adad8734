import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BatchResponse } from '#shared/batch/api.ts';
import { videoItem } from '#web/features/batch/cards/items.test-support.ts';
import { createVideoTool } from '#web/features/batch/store/video-tool.test-support.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import { removeDrafts } from '#web/lib/drafts/draft.ts';
import { toastStore } from '#web/ui/toast-store.ts';

const session = vi.hoisted(() => ({ state: { status: 'anonymous' } as object }));

vi.mock('#web/lib/session/session.ts', () => ({
  readSessionState: () => session.state,
  subscribeToSession: () => () => undefined,
  signIn: vi.fn(),
  accessToken: async () => undefined,
  reportExpired: vi.fn(),
}));

const photo = (id: string): Photo => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob([id]),
  width: 900,
  height: 1600,
  fileSize: 1,
});

vi.mock('#web/features/batch/calls/create-batch.ts', () => ({
  createBatch: async ({ batchId }: { batchId: string }) => ({ batchId, status: 'completed' }),
}));

// The store needs only these parts of a browser.
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));

let tool: ReturnType<typeof createVideoTool>;
const draft = () => tool.store.getState().draft;
const ids = () => draft().cards.map(({ id }) => id);

beforeEach(async () => {
  tool = createVideoTool();
  tool.start();
  await vi.waitFor(() => expect(tool.store.getState().restored).toBe(true));
});
afterEach(async () => {
  tool.stop();
  toastStore.setState({ toast: undefined });
  session.state = { status: 'anonymous' };
  await removeDrafts('nobody');
});

describe('a batch tool', () => {
  test('a batch tool starts with three empty cards', () => {
    expect(draft().cards).toHaveLength(3);
  });

  test('a batch tool returns the same objects for cards that a change does not affect', () => {
    tool.addPhotos([photo('a'), photo('b')]);
    const [first, second] = draft().cards;
    tool.editCard(second!.id, { prompt: 'turn' });
    expect(draft().cards[0]).toBe(first);
    expect(draft().cards[1]).toMatchObject({ prompt: 'turn' });
  });

  test('a batch tool accepts at most 300 photos', () => {
    tool.addPhotos(Array.from({ length: 305 }, (_, n) => photo(`p${n}`)));
    expect(draft().cards).toHaveLength(300);
  });

  test('a batch tool restores its cards and files in a new page', async () => {
    tool.addPhotos([photo('a')]);
    tool.editCard(ids()[0]!, { prompt: 'turn slowly' });
    await new Promise((resolve) => setTimeout(resolve, 400));
    tool.stop();
    const nextTool = createVideoTool();
    nextTool.start();
    await vi.waitFor(() =>
      expect(nextTool.store.getState().draft.cards[0]).toMatchObject({ prompt: 'turn slowly', photo: { title: 'a.jpg' } }),
    );
    expect(await nextTool.store.getState().draft.cards[0]?.photo?.file?.text()).toBe('a');
    nextTool.stop();
  });

  test('a batch tool can undo the last change of several cards only once', () => {
    tool.addPhotos([photo('a'), photo('b'), photo('c')]);
    tool.applySettings(new Set(ids()), { prompt: 'turn' });
    expect(draft().cards.map(({ prompt }) => prompt)).toEqual(['turn', 'turn', 'turn']);
    tool.undoLastChange();
    tool.undoLastChange();
    expect(draft().cards.map(({ prompt }) => prompt)).toEqual(['', '', '']);
  });

  test('a batch tool shows the undo button of a change only until the next action', () => {
    const message = () => toastStore.getState().toast?.message;
    const nextActions = [() => tool.toggle(ids()[0]!), () => tool.editCard(ids()[0]!, { prompt: 'closer' }), () => tool.addCard()];
    for (const act of nextActions) {
      tool.addPhotos([photo('a'), photo('b')]);
      tool.remove(new Set([ids()[1]!]));
      expect(message()).toBeDefined();
      act();
      expect(message()).toBeUndefined();
    }
  });

  test('a batch tool shows no toast if the control of a change has its own undo button', () => {
    tool.addPhotos([photo('a')]);
    const undo = tool.applySettings(new Set(ids()), { prompt: 'turn' }, { hasToast: false });
    expect(toastStore.getState().toast).toBeUndefined();
    undo();
    expect(draft().cards[0]?.prompt).toBe('');
  });

  test('a batch tool clears the selection of cards after an order', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    session.state = { status: 'user', user: { id: 'ada', email: 'ada@example.com' }, expired: false };
    tool.addPhotos([{ ...photo('a'), uploadKey: 'results/a.jpg' }]);
    tool.applySettings(new Set(ids()), { prompt: 'turn' });
    tool.selectAll(ids());
    tool.orderSignedIn(draft().cards.slice(0, 1));
    expect(tool.store.getState().selection.ids.size).toBe(ids().length);
    await vi.waitFor(() => expect(draft().batchIds).toHaveLength(1));
    expect(tool.store.getState().selection.ids.size).toBe(0);
  });

  test('removes the redo marks of the ordered cards when the run starts, and not earlier', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    session.state = { status: 'user', user: { id: 'ada', email: 'ada@example.com' }, expired: false };
    tool.addPhotos([
      { ...photo('a'), uploadKey: 'results/a.jpg' },
      { ...photo('b'), uploadKey: 'results/b.jpg' },
    ]);
    tool.applySettings(new Set(ids()), { prompt: 'turn' });
    const [first, second] = ids();
    const marks = () => [...tool.store.getState().redoIds];
    for (const id of [first!, second!, first!]) tool.markRedo(id, true);
    expect(marks()).toEqual([second, first]);
    tool.orderSignedIn(draft().cards.slice(0, 1));
    expect(marks()).toHaveLength(2);
    await vi.waitFor(() => expect(draft().batchIds).toHaveLength(1));
    expect(marks()).toEqual([second]);
    tool.markRedo(second!, false);
    expect(marks()).toEqual([]);
  });

  test('restores removed cards at their earlier positions', () => {
    tool.addPhotos([photo('a'), photo('b'), photo('c')]);
    const previousIds = ids();
    tool.remove(new Set([previousIds[0]!, previousIds[2]!]));
    expect(ids()).toEqual([previousIds[1]]);
    tool.undoLastChange();
    expect(ids()).toEqual(previousIds);
  });

  test('a batch tool puts each copy directly after the original card', () => {
    tool.addPhotos([photo('a'), photo('b')]);
    const [first, second] = ids();
    tool.duplicate(new Set([first!, second!]));
    expect(
      draft()
        .cards.slice(0, 4)
        .map((card) => card.photo?.id),
    ).toEqual(['a', 'a', 'b', 'b']);
  });
});

describe('the selection', () => {
  test('the selection contains all cards from the last selected card to the clicked card', () => {
    const shownIds = ['a', 'b', 'c', 'd'];
    tool.toggle('d');
    tool.selectRange('b', shownIds);
    expect([...tool.store.getState().selection.ids].sort()).toEqual(['b', 'c', 'd']);
  });

  test('the selection contains only the clicked card if no card was selected before', () => {
    tool.selectRange('b', ['a', 'b', 'c']);
    expect([...tool.store.getState().selection.ids]).toEqual(['b']);
  });
});

describe('a past batch that is opened again', () => {
  const pastItem = videoItem('x', 'failed', { title: 'x.jpg', prompt: 'Sway', photoUrl: '/photo/x', photoKey: 'ingested/u/b1/x.jpg' });
  const past = (changes: object = {}) =>
    ({ batchId: 'b1', kind: 'video', status: 'failed', items: [pastItem], ...changes }) as unknown as BatchResponse;

  test('a past batch of another kind changes nothing', () => {
    const before = draft();
    tool.openAgain(past({ kind: 'image' }));
    expect(draft()).toBe(before);
  });

  test('a past batch changes nothing while an order is being sent', () => {
    tool.store.setState({ sending: { cardIds: new Set(), phase: 'uploading' } });
    const before = draft();
    tool.openAgain(past());
    expect(draft()).toBe(before);
    expect(toastStore.getState().toast).toBeDefined();
  });

  test('a past batch replaces the cards, and an undo restores them', () => {
    tool.addPhotos([photo('own')]);
    tool.openAgain(past());
    expect(draft().cards).toMatchObject([{ prompt: 'Sway', photo: { uploadKey: 'ingested/u/b1/x.jpg' } }]);
    toastStore.getState().toast?.action?.run();
    expect(draft().cards.some((card) => card.photo?.id === 'own')).toBe(true);
    expect(draft().cards.some((card) => card.prompt === 'Sway')).toBe(false);
  });
});
