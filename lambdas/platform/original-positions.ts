/**
 * Maps positions in the bundle to positions in the sources. Node's option --enable-source-maps does the same, but it reads the source map
 * at each cold start, and this takes a third of the start time. This module reads the map only when the first error is logged.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Returns a function that maps the positions of this file in a stack trace. Positions in other files are not changed, because a message may
 * contain any path.
 */
export function positionsOf(file: string): (stack: string) => string {
  let map: SourceMap | 'unread' | undefined = 'unread';
  return (stack) =>
    stack.replaceAll(/(\/[^\s():]+):(\d+):(\d+)/g, (position, path: string, line: string, column: string) => {
      if (path !== file) return position;
      if (map === 'unread') map = readMap(file);
      const origin = map?.findOrigin(Number(line), Number(column));
      return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : position;
    });
}

/** Maps a stack trace of this function's bundle. */
export const withOriginalPositions = positionsOf(fileURLToPath(import.meta.url));

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // Without the map, the stack trace is still useful.
    return undefined;
  }
}
