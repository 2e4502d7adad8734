import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { draftOf } from '#web/lib/drafts/draft.ts';
import { removeUnusedFiles } from '#web/lib/drafts/files.ts';
import { setBaseVersion } from '#web/lib/drafts/stored-draft.ts';
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
const setupWith = (...changes: SetupChange[]): Setup => changes.reduce(changeSetup, startSetup('run-1'));
const pictureSet = (slot: 'before' | 'after' | 'input', id: string): SetupChange => ({ type: 'pictureSet', slot, picture: picture(id) });
const productTypeChange = (productType: string): SetupChange => ({ type: 'productTypeChanged', productType });
/** Simulates a new tab: removes the draft that this tab has in memory. */
const openNewTab = (owner: string) => setBaseVersion(setupDraft.key(owner), {});

describe('the draft of a setup', () => {
  test('the draft of a setup keeps its pictures when another tool removes unused files', async () => {
    await setupDraft.save('ada', setupWith(pictureSet('before', 'x')));
    const otherDraft = draftOf<{ note: string }, { note: string }, never>({
      name: 'other',
      pack: (state) => state,
      filesOf: () => [],
      packedFilesOf: () => [],
      unpack: (packed) => packed,
      join: (visitorDraft, accountDraft) => visitorDraft ?? accountDraft,
    });
    await otherDraft.save('ada', { note: 'a' });
    await removeUnusedFiles();
    const setup = await setupDraft.load('ada');
    expect(setup?.pictures.before?.title).toBe('x.jpg');
    expect(await setup?.pictures.before?.file?.text()).toBe('bytes');
  });

  test('the draft of a setup contains everything that was saved', async () => {
    const setup = setupWith(
      pictureSet('before', 'b'),
      pictureSet('input', 'i'),
      { type: 'areaTyped', text: 'no price tag' },
      { type: 'areaAdded' },
      { type: 'areaTyped', text: 'no shad' },
      productTypeChange('bag'),
    );
    await setupDraft.save('bob', setup);
    const loaded = await setupDraft.load('bob');
    expect(loaded).toMatchObject({ custom: ['no price tag'], typedArea: 'no shad', productType: 'bag', runId: 'run-1' });
    expect(Object.keys(loaded?.pictures ?? {})).toEqual(['before', 'input']);
  });

  test('the draft of a setup no longer contains the file of a removed picture', async () => {
    await setupDraft.save('cem', setupWith(pictureSet('before', 'old')));
    await setupDraft.save('cem', setupWith());
    await setupDraft.save('cem', setupWith(productTypeChange('bag')));
    openNewTab('cem');
    expect((await setupDraft.load('cem'))?.pictures).toEqual({});
  });

  test('the draft of a setup belongs to the account after the visitor signs in', async () => {
    await setupDraft.save(undefined, setupWith(pictureSet('after', 'mine')));
    expect((await setupDraft.load('dan'))?.pictures.after?.id).toBe('mine');
    expect(await setupDraft.load(undefined)).toBeUndefined();
    await removeUnusedFiles();
    expect((await setupDraft.load('dan'))?.pictures.after?.id).toBe('mine');
  });

  test('the draft of a setup contains the pictures of two tabs', async () => {
    await setupDraft.save('eve', setupWith(pictureSet('before', 'one')));
    const localSetup = setupWith(pictureSet('before', 'one'), pictureSet('after', 'two'));
    // The other tab loaded the same stored draft and now stores its change.
    const { readStored, writeStored } = await import('#web/lib/drafts/idb.ts');
    const stored = await readStored<object>('drafts', setupDraft.key('eve'));
    await writeStored('drafts', setupDraft.key('eve'), { ...stored, productType: 'bag', revision: 'other' });
    const merge = await setupDraft.readOtherTabChanges('eve', localSetup);
    const merged = merge?.(localSetup);
    expect(merged?.productType).toBe('bag');
    expect(Object.keys(merged?.pictures ?? {})).toEqual(['before', 'after']);
  });
});

describe('the joined setup after a sign-in', () => {
  const accountSetup = setupWith(pictureSet('before', 'mine'));
  const visitorSetup = setupWith(pictureSet('before', 'fresh'), { type: 'ordered', runId: 'run-1', nextRunId: 'run-2' });
  test.each<[string, Setup | undefined, Setup | undefined, string | undefined]>([
    ['does not exist if neither the visitor nor the account has a setup', undefined, undefined, undefined],
    ['is the setup of the account if the visitor has no setup', undefined, accountSetup, 'mine'],
    ['is the setup of the account if the visitor has entered nothing', setupWith(), accountSetup, 'mine'],
    ['is the setup of the visitor if both have one, because the visitor changed it last', visitorSetup, accountSetup, 'fresh'],
    ['is the setup of the visitor if the account has no setup', visitorSetup, undefined, 'fresh'],
  ])('the joined setup %s', (_, visitorSetup, accountSetup, id) => {
    const joined = joinSetups(visitorSetup, accountSetup);
    expect(joined?.pictures.before?.id).toBe(id);
    expect(joined?.orderedRunId).toBeUndefined();
  });
});

test('isTyping returns true only if typed texts are the only change', () => {
  const setup = setupWith(productTypeChange('b'));
  expect(isTyping(setup, changeSetup(setup, productTypeChange('ba')))).toBe(true);
  expect(isTyping(setup, changeSetup(setup, { type: 'areaTyped', text: 'n' }))).toBe(true);
  expect(isTyping(setup, setup)).toBe(false);
  expect(isTyping(setup, changeSetup(changeSetup(setup, productTypeChange('ba')), pictureSet('input', 'x')))).toBe(false);
});
