/** The files of a drop, those of its folders included (K5; Q36: 200 files a drop). */
import { filesPerDropMax } from '#shared/upload/image-file.ts';

export type Collected = {
  files: File[];
  /** There were more than can be taken at a time. */
  truncated: boolean;
};

/** A folder of folders without an end is left off here. */
const foldersMax = 1_000;

/** What a system puts into a folder beside the photos. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase());

/** The first 200 of some files. */
export const limited = (files: readonly File[]): Collected => ({
  files: files.slice(0, filesPerDropMax),
  truncated: files.length > filesPerDropMax,
});

/** Only while the drop is being handled do its entries exist: called at once, it may answer later. */
export async function filesOfDrop(transfer: DataTransfer): Promise<Collected> {
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return limited([...transfer.files]);
  return collect(entries.filter((entry) => entry !== null));
}

/** Reads entries in order, folder by folder, until there are enough files. */
export async function collect(entries: readonly FileSystemEntry[], max: number = filesPerDropMax): Promise<Collected> {
  const files: File[] = [];
  const left = [...entries];
  for (let folders = 0; left.length > 0 && folders <= foldersMax; ) {
    const entry = left.shift() as FileSystemEntry;
    if (entry.isDirectory) {
      folders += 1;
      left.unshift(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    } else if (!isSystemFile(entry.name)) {
      if (files.length === max) return { files, truncated: true };
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) files.push(file);
    }
  }
  return { files, truncated: left.length > 0 };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

/** A folder tells of a hundred children at a time, in no order. What cannot be read counts as empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) break;
    children.push(...some);
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
