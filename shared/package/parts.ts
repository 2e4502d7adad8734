/** The parts of a large package. Every program, also on Windows, can open a ZIP file of at most 2 GB. */

/** Maximum size of a part, in decimal gigabytes. */
export const partBytesMax = 2_000_000_000;
/** A package with more parts cannot be made in the time of its state machine. 2,500 files of 16 MB need 21 parts. */
export const partsPerPackageMax = 21;
/** A package waits this long for files that are still being made. After this time, it is made without these files. */
export const packageWaitSecondsMax = 4 * 60 * 60;
/** Space in each part for the tables and the README. A package has at most 2,500 files, and each needs about a kilobyte in each table. */
const tableBytes = 16_000_000;

/** A ZIP file has two headers and a checksum for each file, and the name is in both headers. A character has at most four bytes. */
const headerBytes = (name: string): number => 30 + 46 + 16 + 2 * 4 * name.length;

/** Returns the number of the part of each file: 1, 2, … The files keep their order. */
export function partNumbersOf(files: readonly { path: string; sizeBytes: number }[], bytesMax = partBytesMax - tableBytes): number[] {
  let part = 1;
  let bytes = 0;
  return files.map(({ path, sizeBytes }) => {
    const needed = sizeBytes + headerBytes(path);
    if (bytes > 0 && bytes + needed > bytesMax) {
      part++;
      bytes = 0;
    }
    bytes += needed;
    return part;
  });
}
