import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { draftOf } from '#web/lib/drafts/draft.ts';
import { removeUnusedFiles } from '#web/lib/drafts/files.ts';
import { startFrom } from '#web/lib/drafts/stored-draft.ts';
import { changeSetup, type Setup, type SetupChange, startSetup } from './setup.ts';
import { isTyping, joinSetups, setupDraft } from './setup-draft.ts';

const picture = (id: string) => ({
  id,
  title: `${id}.jpg`,
  src: `blob:${id}`,
  file: new Blob(['bytes']),
  width: 100,
  height: 100,
  fileSize: 5,
});
const made = (...changes: SetupChange[]): Setup => changes.reduce(changeSetup, startSetup('run-1'));
const set = (slot: 'before' | 'after' | 'input', id: string): SetupChange => ({ type: 'pictureSet', slot, picture: picture(id) });
const typed = (productType: string): SetupChange => ({ type: 'productTypeChanged', productType });
/** The browser forgets what this tab has loaded. */
const inNewTab = (owner: string) => startFrom(setupDraft.key(owner), {});

describe('the draft of a setup', () => {
  test('keeps its pictures when another tool removes unused files', async () => {
    await setupDraft.save('ada', made(set('before', 'x')));
    const other = draftOf<{ note: string }, { note: string }, never>({
      name: 'other',
      pack: (state) => state,
      filesOf: () => [],
      packedFilesOf: () => [],
      unpack: (packed) => packed,
      join: (visitor, own) => visitor ?? own,
    });
    await other.save('ada', { note: 'a' });
    await removeUnusedFiles();
    const found = await setupDraft.load('ada');
    expect(found?.pictures.before?.title).toBe('x.jpg');
    expect(await found?.pictures.before?.file?.text()).toBe('bytes');
  });

  test('returns everything that was saved', async () => {
    const setup = made(set('before', 'b'), set('input', 'i'), { type: 'areaAdded', text: 'no price tag' }, typed('bag'));
    await setupDraft.save('bob', setup);
    const found = await setupDraft.load('bob');
    expect(found).toMatchObject({ custom: ['no price tag'], productType: 'bag', runId: 'run-1' });
    expect(Object.keys(found?.pictures ?? {})).toEqual(['before', 'input']);
  });

  test('removes the file of a picture that was removed', async () => {
    await setupDraft.save('cem', made(set('before', 'old')));
    await setupDraft.save('cem', made());
    await setupDraft.save('cem', made(typed('bag')));
    inNewTab('cem');
    expect((await setupDraft.load('cem'))?.pictures).toEqual({});
  });

  test('moves from the visitor to the account that signs in', async () => {
    await setupDraft.save(undefined, made(set('after', 'mine')));
    expect((await setupDraft.load('dan'))?.pictures.after?.id).toBe('mine');
    expect(await setupDraft.load(undefined)).toBeUndefined();
    await removeUnusedFiles();
    expect((await setupDraft.load('dan'))?.pictures.after?.id).toBe('mine');
  });

  test('merges the pictures of two tabs', async () => {
    await setupDraft.save('eve', made(set('before', 'one')));
    const mine = made(set('before', 'one'), set('after', 'two'));
    // The other tab stores its version from the same base.
    const { readStored, writeStored } = await import('#web/lib/drafts/idb.ts');
    const stored = await readStored<object>('drafts', setupDraft.key('eve'));
    await writeStored('drafts', setupDraft.key('eve'), { ...stored, productType: 'bag', revision: 'other' });
    const merge = await setupDraft.news('eve', mine);
    const merged = merge?.(mine);
    expect(merged?.productType).toBe('bag');
    expect(Object.keys(merged?.pictures ?? {})).toEqual(['before', 'after']);
  });
});

describe('the joined setup after a sign-in', () => {
  const mine = made(set('before', 'mine'));
  const fresh = made(set('before', 'fresh'), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
  test.each<[string, Setup | undefined, Setup | undefined, string | undefined]>([
    ['does not exist without both setups', undefined, undefined, undefined],
    ['is the setup of the account if the visitor has none', undefined, mine, 'mine'],
    ['is the setup of the account if the visitor has entered nothing', made(), mine, 'mine'],
    ['is the setup of the visitor, because it was changed last', fresh, mine, 'fresh'],
    ['is the setup of the visitor if the account has none', fresh, undefined, 'fresh'],
  ])('%s', (_, visitor, own, id) => {
    const joined = joinSetups(visitor, own);
    expect(joined?.pictures.before?.id).toBe(id);
    expect(joined?.orderedRunId).toBeUndefined();
  });
});

test('only a changed product type counts as typing', () => {
  const before = made(typed('b'));
  expect(isTyping(before, changeSetup(before, typed('ba')))).toBe(true);
  expect(isTyping(before, before)).toBe(false);
  expect(isTyping(before, changeSetup(changeSetup(before, typed('ba')), set('input', 'x')))).toBe(false);
});
