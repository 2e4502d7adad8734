/** Sorts dropped files into tables and photos, and lists the files in ZIP archives. */
import { firstBytesLength, imageTypes, sniffImageType } from '#shared/upload/image-file.ts';
import { SheetError } from '../read/sheet-error.ts';
import { readZip, type ZipEntry } from '../read/zip-directory.ts';

export type PhotoSource = {
  path: string;
  /** Returns the file. A photo in an archive is unpacked. */
  open(): Promise<Blob>;
};

export type SortedFiles = {
  sheet: { name: string; open(): Promise<Blob> } | undefined;
  photos: PhotoSource[];
  /** The number of files that are not used: further tables, other kinds of files, and unsafe names in archives. */
  ignored: number;
};

/** Further files of a folder are ignored. */
export const importedFilesMax = 20_000;

const photoEndings = new RegExp(`\\.(${Object.values(imageTypes).flat().join('|')})$`, 'i');
const sheetEndings = /\.(csv|tsv|txt|xlsx|xlsm|xls)$/i;
/** A larger photo in an archive would only use memory. Smaller photos above the limit of uploads are made smaller. */
const packedPhotoBytesMax = 64 * 1024 * 1024;

const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** @throws SheetError unsafe_zip, unreadable */
export async function sortFiles(files: readonly File[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { sheet: undefined, photos: [], ignored: 0 };
  for (const file of files.slice(0, importedFilesMax)) {
    const start = new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer());
    if (sniffImageType(start)) sorted.photos.push({ path: pathOf(file), open: async () => file });
    else if (isZip(start) && !sheetEndings.test(file.name)) await addArchive(sorted, file);
    else if (sheetEndings.test(file.name)) addSheet(sorted, file.name, async () => file);
    else sorted.ignored += 1;
  }
  return sorted;
}

const isZip = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5);

function addSheet(sorted: SortedFiles, name: string, open: () => Promise<Blob>): void {
  if (sorted.sheet) sorted.ignored += 1;
  else sorted.sheet = { name, open };
}

async function addArchive(sorted: SortedFiles, file: File): Promise<void> {
  const { entries, skipped } = await readZip(file);
  if (sorted.photos.length + entries.length > importedFilesMax) throw new SheetError('unsafe_zip');
  sorted.ignored += skipped;
  for (const entry of entries) addEntry(sorted, entry);
}

function addEntry(sorted: SortedFiles, { name, sizeBytes, open }: ZipEntry): void {
  if (photoEndings.test(name) && sizeBytes <= packedPhotoBytesMax) sorted.photos.push({ path: name, open });
  else if (sheetEndings.test(name)) addSheet(sorted, name.split('/').at(-1) ?? name, open);
  else sorted.ignored += 1;
}
