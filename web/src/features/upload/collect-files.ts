/** Returns the files of a drop, including the files in dropped folders. A drop of photos can have 200 files (docs/spec.md 4.1). */
import { filesPerDropMax } from '#shared/upload/image-file.ts';

export type Collected = {
  files: File[];
  /** Whether there were more files than one drop can have. */
  truncated: boolean;
};

/** Maximum number of folders that are read, because a folder can contain very many folders. */
const foldersMax = 1_000;

/** Files that an operating system adds to folders. */
const isSystemFile = (name: string): boolean => name.startsWith('.') || ['thumbs.db', 'desktop.ini'].includes(name.toLowerCase());

/** Returns the first files, by default 200. */
export const limitFiles = (files: readonly File[], max: number = filesPerDropMax): Collected => ({
  files: files.slice(0, max),
  truncated: files.length > max,
});

/** Returns the files of a drop. Call this function synchronously in the drop handler, because the entries exist only during the event. */
export async function filesOfDrop(transfer: DataTransfer, max: number = filesPerDropMax): Promise<Collected> {
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return limitFiles([...transfer.files], max);
  return collect(
    entries.filter((entry) => entry !== null),
    max,
  );
}

/** Reads the entries in order, one folder after another, until there are enough files. */
export async function collect(entries: readonly FileSystemEntry[], max: number = filesPerDropMax): Promise<Collected> {
  const files: File[] = [];
  const remaining = [...entries];
  for (let folders = 0; remaining.length > 0 && folders <= foldersMax; ) {
    const entry = remaining.shift() as FileSystemEntry;
    if (entry.isDirectory) {
      folders += 1;
      remaining.unshift(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    } else if (!isSystemFile(entry.name)) {
      if (files.length === max) return { files, truncated: true };
      const file = await fileOf(entry as FileSystemFileEntry);
      if (file) files.push(file);
    }
  }
  return { files, truncated: remaining.length > 0 };
}

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

/** Returns the entries of a folder. Browsers return at most a hundred unsorted entries per read. An unreadable folder has no entries. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (batch.length === 0) break;
    children.push(...batch);
  }
  return children.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
