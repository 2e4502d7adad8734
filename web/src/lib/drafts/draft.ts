/**
 * Drafts of the tools. A draft is available again after a sign-in, after a reload, and after the tab was closed (docs/spec.md 16). Visitors
 * and accounts have separate drafts. After a sign-in, the draft of the visitor is joined with the draft of the account.
 */
import { hasSignedOut } from '../session/sign-outs.ts';
import { type DraftFile, type PackedFile, removeUnusedFiles, storeFiles, unpackFile } from './files.ts';
import { storedKeys } from './idb.ts';
import {
  isStored,
  mergeStoredChanges,
  readDraft,
  readStoredChanges,
  removeDraft,
  runWithStorage,
  setBaseVersion,
  writeDraft,
} from './stored-draft.ts';

/** How a tool stores its state. */
export type DraftType<State, Packed extends object, File extends DraftFile> = {
  /** Unique name of the tool. */
  name: string;
  /** Returns the state as plain data. Each file is replaced by a packed file, which has no bytes. */
  pack(state: State): Packed;
  filesOf(state: State): Iterable<File>;
  packedFilesOf(packed: Packed): Iterable<PackedFile<File>>;
  /** Converts stored data to a state. Returns undefined for data of another version. `fileOf` returns undefined for a lost file. */
  unpack(packed: Packed, fileOf: (file: PackedFile<File>) => File | undefined): State | undefined;
  /** Joins the draft of a visitor and the draft of the account to which the visitor signs in. */
  join(visitor: State | undefined, account: State | undefined): State | undefined;
};

/** The stored form of a draft. With `fileIds`, every tool can find the files of all drafts. */
type Stored<Packed> = Packed & { fileIds: string[] };

/** A draft in browser storage. */
export type Draft<State> = {
  /**
   * Returns undefined if nothing is stored, or if the browser refuses storage.
   * @param visitorState the current state of the page, if a visitor has just signed in
   */
  load(owner: string | undefined, visitorState?: State): Promise<State | undefined>;
  save(owner: string | undefined, state: State): Promise<void>;
  /** If nothing was stored, makes the current state the base version for later merges. */
  setBase(owner: string | undefined, state: State): void;
  /**
   * Returns a function that merges the changes of another browser tab. Returns undefined if there are no changes, or if a file is missing.
   */
  readOtherTabChanges(owner: string | undefined, shown: State): Promise<((state: State) => State) | undefined>;
  key(owner: string | undefined): string;
};

const visitor = 'visitor';
const keyOf = (name: string, owner: string | undefined) => `${name}:${owner ?? visitor}`;

export function draftOf<State, Packed extends object, File extends DraftFile>(type: DraftType<State, Packed, File>): Draft<State> {
  const key = (owner: string | undefined) => keyOf(type.name, owner);
  const toStored = (state: State): Stored<Packed> => {
    const packed = type.pack(state);
    return { ...packed, fileIds: [...type.packedFilesOf(packed)].map(({ id }) => id) };
  };
  /** The newest state to save, by key. An older state that is still waiting is not saved. */
  const newestStates = new Map<string, State>();

  /** Returns the files of a stored draft by id. Files that the page already has are not read again. */
  async function filesOf(packed: Packed, shown?: State): Promise<Map<string, File>> {
    const files = new Map(shown ? [...type.filesOf(shown)].map((file) => [file.id, file]) : []);
    for (const file of type.packedFilesOf(packed)) {
      if (files.has(file.id)) continue;
      const unpacked = await unpackFile<File>(file).catch(() => undefined);
      if (unpacked) files.set(file.id, unpacked);
    }
    return files;
  }

  const unpack = ({ fileIds: _, ...packed }: Stored<Packed>, files: ReadonlyMap<string, File>): State | undefined =>
    type.unpack(packed as unknown as Packed, ({ id }) => files.get(id));

  async function read(owner: string | undefined): Promise<State | undefined> {
    const draft = await readDraft<Stored<Packed>>(key(owner));
    return draft && unpack(draft, await filesOf(draft));
  }

  async function write(owner: string | undefined, state: State): Promise<void> {
    await storeFiles(type.filesOf(state));
    const shown = toStored(state);
    const merged = await mergeStoredChanges(key(owner), shown);
    await writeDraft(key(owner), { ...merged, fileIds: [...type.packedFilesOf(merged)].map(({ id }) => id) }, shown);
    await removeUnusedFiles();
  }

  return {
    key,
    load: (owner, visitorState) =>
      runWithStorage(async () => {
        const accountState = await read(owner);
        if (!owner) return accountState;
        const joined = type.join(visitorState ?? (await read(undefined)), accountState);
        if (joined && joined !== accountState) await write(owner, joined);
        await removeDraft(key(undefined));
        return joined;
      }, visitorState),

    async save(owner, state) {
      newestStates.set(key(owner), state);
      await runWithStorage(async () => {
        if (newestStates.get(key(owner)) !== state || (owner && hasSignedOut(owner))) return;
        newestStates.delete(key(owner));
        if (!isStored(key(owner), toStored(state))) await write(owner, state);
      }, undefined);
    },

    setBase: (owner, state) => setBaseVersion(key(owner), toStored(state)),

    async readOtherTabChanges(owner, shown) {
      const storedChanges = await runWithStorage(
        () =>
          readStoredChanges(key(owner), async (draft: Stored<Packed>) => {
            const files = await filesOf(draft, shown);
            return draft.fileIds.every((id) => files.has(id)) ? files : undefined;
          }),
        undefined,
      );
      if (!storedChanges) return undefined;
      return (state) => {
        const files = new Map([...storedChanges.loaded, ...[...type.filesOf(state)].map((file) => [file.id, file] as const)]);
        return unpack(storedChanges.merge(toStored(state)), files) ?? state;
      };
    },
  };
}

/** Removes the drafts of the account and of the visitor after a sign-out, because the next user can be another person. */
export const removeDrafts = (owner: string): Promise<void> =>
  runWithStorage(async () => {
    for (const key of await storedKeys('drafts')) if (key.endsWith(`:${owner}`) || key.endsWith(`:${visitor}`)) await removeDraft(key);
    await removeUnusedFiles();
  }, undefined);
