import { spawnSync } from 'node:child_process';

/**
 * Finds an installed command for a comparison. If the command is not installed, prints a message and returns undefined. The benchmark then
 * skips the comparison.
 */
export function findTool(command: string, aptPackage: string): string | undefined {
  const { status } = spawnSync(command, ['-version'], { stdio: 'ignore' });
  if (status === 0) return command;
  console.error(`${command} is not installed (apt-get install ${aptPackage}): the benchmark skips the comparison`);
  return undefined;
}
