/**
 * The module flags that Lambda sets for Node 24. With the same flags, a bundle that loads here also loads on Lambda. ES modules cannot be
 * required, and the syntax of a file does not decide whether the file is an ES module
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html, experimental features).
 */
export const moduleFlags = ['--no-experimental-require-module', '--no-experimental-detect-module'];

/**
 * Lambda uses a tenth of a function's memory for new objects, in two semi-spaces of equal size. The remaining memory is for old
 * objects.
 */
const heapMb = (memoryMb: number): { semiSpace: number; oldSpace: number } => {
  const newSpace = Math.floor(memoryMb / 10);
  return { semiSpace: Math.floor(newSpace / 2), oldSpace: memoryMb - newSpace };
};

/** Returns all flags that Lambda's bootstrap passes to a process. */
export function nodeFlags(memoryMb: number): string[] {
  const { semiSpace, oldSpace } = heapMb(memoryMb);
  return [
    '--expose-gc',
    '--max-http-header-size=81920',
    `--max-semi-space-size=${semiSpace}`,
    `--max-old-space-size=${oldSpace}`,
    ...moduleFlags,
  ];
}
