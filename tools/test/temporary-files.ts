/**
 * Puts the temporary files of tests into memory. The tests write and delete thousands of files, and need about a tenth less processor time
 * if these files are not on a disk.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { availableMemoryBytes } from '#local/base/memory.ts';

/** Linux keeps the files of this folder in memory. */
const memoryFolder = '/dev/shm';
const namePrefix = 'vitrine-tests-';
const gigabyte = 1024 ** 3;
/** All tests together use at most 1.2 GB at the same time. The rest is a reserve for larger tests. */
const freeBytesMin = 8 * gigabyte;
/** The processes of the tests and their temporary files share the memory. */
const memoryBytesMin = 16 * gigabyte;

type Machine = {
  /** The text of /proc/mounts. */
  mounts: string;
  /** The free space of the folder in memory. */
  freeBytes: number;
  memoryBytes: number;
};

/** Some tests run programs from their temporary folder. Docker does not allow this in `/dev/shm`, and gives it only 64 MB. */
export function isSuitable({ mounts, freeBytes, memoryBytes }: Machine): boolean {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === memoryFolder);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes >= freeBytesMin && memoryBytes >= memoryBytesMin;
}

/** @returns a new folder in memory, or undefined if the tests should use the usual temporary folder of this machine */
export function makeMemoryFolder(): string | undefined {
  try {
    removeFoldersOfEndedRuns();
    const { bavail, bsize } = statfsSync(memoryFolder);
    const mounts = readFileSync('/proc/mounts', 'utf8');
    if (!isSuitable({ mounts, freeBytes: bavail * bsize, memoryBytes: availableMemoryBytes() })) return undefined;
    const folder = join(memoryFolder, `${namePrefix}${process.pid}`);
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    // Other platforms have no such folder.
    return undefined;
  }
}

/** A run that was killed could not delete its folder. */
function removeFoldersOfEndedRuns(): void {
  for (const name of readdirSync(memoryFolder)) {
    const id = name.startsWith(namePrefix) ? Number(name.slice(namePrefix.length)) : undefined;
    if (id !== undefined && !isRunning(id)) rmSync(join(memoryFolder, name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
