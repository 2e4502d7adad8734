import { expect, test } from 'vitest';
import { filesPerDropMax } from '#shared/upload/image-file.ts';
import { collect, limitFiles } from './collect-files.ts';

const file = (name: string) =>
  ({ isDirectory: false, name, file: (done: (file: File) => void) => done(new File(['x'], name)) }) as unknown as FileSystemEntry;

/** A folder that returns two entries per read. A real browser returns up to a hundred entries per read. */
function folder(name: string, children: FileSystemEntry[]): FileSystemEntry {
  const createReader = () => {
    const remaining = [...children];
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(remaining.splice(0, 2)) };
  };
  return { isDirectory: true, name, createReader } as unknown as FileSystemEntry;
}

const names = async (entries: FileSystemEntry[], max?: number) => {
  const { files, truncated } = await collect(entries, max);
  return { names: files.map(({ name }) => name), truncated };
};

test('collect reads nested folders in the order of names, without system files', async () => {
  const tree = folder('shop', [
    file('.DS_Store'),
    folder('bags', [file('bag 10.jpg'), file('bag 2.jpg'), file('Thumbs.db')]),
    file('a.jpg'),
    folder('empty', []),
  ]);
  expect(await names([file('first.jpg'), tree])).toEqual({ names: ['first.jpg', 'a.jpg', 'bag 2.jpg', 'bag 10.jpg'], truncated: false });
});

test('collect skips a file that cannot be read', async () => {
  const broken = { isDirectory: false, name: 'b.jpg', file: (_: unknown, fail: () => void) => fail() } as unknown as FileSystemEntry;
  expect(await names([broken, file('a.jpg')])).toEqual({ names: ['a.jpg'], truncated: false });
});

test.each([
  [3, ['1', '2', '3'], false],
  [2, ['1', '2'], true],
])('if the limit is %i, collect returns the files %j of a folder with three files (truncated: %s)', async (max, collected, truncated) => {
  expect(await names([folder('f', ['1', '2', '3'].map(file))], max)).toEqual({ names: collected, truncated });
});

test('a drop is limited to 200 files', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => new File([], String(n)));
  expect(limitFiles(files(filesPerDropMax))).toMatchObject({ truncated: false });
  expect(limitFiles(files(filesPerDropMax + 1)).files).toHaveLength(filesPerDropMax);
  expect(limitFiles(files(filesPerDropMax + 1)).truncated).toBe(true);
});
