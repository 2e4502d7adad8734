import { spawnSync } from 'node:child_process';

/** A command to compare with. Where it is not installed the bench says so, and leaves out what it cannot compare. */
export function findTool(command: string, aptPackage: string): string | undefined {
  const { status } = spawnSync(command, ['-version'], { stdio: 'ignore' });
  if (status === 0) return command;
  console.error(`${command} is not installed (apt-get install ${aptPackage}): its comparison is left out`);
  return undefined;
}
