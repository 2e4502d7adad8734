/** The files of drafts in browser storage, and their object URLs. Drafts contain the ids of their files. */
import { readStored, removeStored, storedKeys, writeStored } from './idb.ts';

/** A file that a draft contains, for example a photo. */
export type DraftFile = {
  id: string;
  /** Address at which the page shows the file. */
  src: string;
  /** Undefined if the file is only on the server. */
  file?: Blob;
  /** A small copy of a large file. */
  small?: Blob;
};

/** A file without its bytes. `src` is stored only if the file is on the server, because an object URL is invalid in a new page. */
export type PackedFile<File extends DraftFile> = Omit<File, 'src' | 'file' | 'small'> & { src?: string };

export function packFile<File extends DraftFile>({ file, small: _, src, ...fields }: File): PackedFile<File> {
  return (file ? fields : { ...fields, src }) as PackedFile<File>;
}

const smallKey = (id: string) => `${id}/small`;

const previews = new WeakMap<Blob, string>();
/** An object URL is revoked only after its blob is garbage-collected, because the user may undo the removal of a file. */
const urlRegistry = new FinalizationRegistry((url: string) => URL.revokeObjectURL(url));

/** Returns a URL of the small copy. If there is no copy, returns a URL of the file. The same blob always gets the same URL. */
export function previewOf(file: Blob, small: Blob | undefined): string {
  const previewBlob = small ?? file;
  const existingUrl = previews.get(previewBlob);
  if (existingUrl !== undefined) return existingUrl;
  const url = URL.createObjectURL(previewBlob);
  previews.set(previewBlob, url);
  urlRegistry.register(previewBlob, url);
  return url;
}

/** Reads the bytes of a packed file from the browser storage or from the server. Returns undefined if neither of them has the bytes. */
export async function unpackFile<File extends DraftFile>(packed: PackedFile<File>): Promise<File | undefined> {
  const file = await readStored<Blob>('files', packed.id);
  if (!file) return packed.src === undefined ? undefined : (packed as unknown as File);
  const small = await readStored<Blob>('files', smallKey(packed.id));
  return { ...packed, file, src: previewOf(file, small), ...(small && { small }) } as unknown as File;
}

/** Stores each file once. */
export async function storeFiles(files: Iterable<DraftFile>): Promise<void> {
  const stored = new Set(await storedKeys('files'));
  const store = async (key: string, blob: Blob | undefined) => {
    if (!blob || stored.has(key)) return;
    stored.add(key);
    await writeStored('files', key, blob);
  };
  for (const { id, file, small } of files) {
    await store(id, file);
    await store(smallKey(id), small);
  }
}

/** Removes the files that no draft contains. */
export async function removeUnusedFiles(): Promise<void> {
  const used = new Set<string>();
  for (const key of await storedKeys('drafts')) {
    const draft = await readStored<{ fileIds?: string[] }>('drafts', key);
    for (const id of draft?.fileIds ?? []) used.add(id).add(smallKey(id));
  }
  for (const key of await storedKeys('files')) if (!used.has(key)) await removeStored('files', key);
}
