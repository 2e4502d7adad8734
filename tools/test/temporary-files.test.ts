import { expect, test } from 'vitest';
import { isSuitable } from './temporary-files.ts';

const gigabyte = 1024 ** 3;
const mountOf = (options: string) => `proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;
const large = { mounts: mountOf('rw,relatime,size=24684096k'), freeBytes: 20 * gigabyte, memoryBytes: 24 * gigabyte };

test('a large folder in memory is suitable for temporary files', () => {
  expect(isSuitable(large)).toBe(true);
});

test.each([
  ['does not exist', { mounts: 'proc /proc proc rw 0 0\n' }],
  ['is on a disk', { mounts: '/dev/sda1 /dev/shm ext4 rw 0 0\n' }],
  ['must not contain programs', { mounts: mountOf('rw,nosuid,nodev,noexec,relatime,size=65536k') }],
  ['has the size that Docker gives it', { freeBytes: 64 * 1024 ** 2 }],
  ['needs the memory of the tests', { memoryBytes: 8 * gigabyte }],
])('a folder in memory is not suitable if it %s', (_, machine) => {
  expect(isSuitable({ ...large, ...machine })).toBe(false);
});
