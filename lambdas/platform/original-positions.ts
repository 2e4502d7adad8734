/**
 * Maps positions in the bundle to positions in the sources. Node's option --enable-source-maps does the same, but reads the source map at
 * each cold start, which takes a third of the start time. Here it is read when the first error is logged.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const maps = new Map<string, SourceMap | undefined>();

/** Returns a stack trace with original positions. Positions in a file without a map stay as they are. */
export const withOriginalPositions = (stack: string): string =>
  stack.replaceAll(/(\/[^\s():]+\.cjs):(\d+):(\d+)/g, (position, file: string, line: string, column: string) => {
    const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : position;
  });

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  } catch {
    // The stack trace is still useful without the map.
    return undefined;
  }
}
