/** `run.js` starts the scripts of the project without npm, so it must work with any Node version. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../run.js', import.meta.url));

/** Runs a script with `run.js`, and makes `run.js` see `version` as the version of Node. */
function run(version: string | undefined, ...script: string[]) {
  const fakeVersion = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const imports = version ? ['--import', `data:text/javascript,${encodeURIComponent(fakeVersion)}`] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...imports, launcher, ...script], {
    env: { ...process.env, VITRINE_HOME: 'no-such-folder' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('run.js prints the required version in one line if Node is too old', () => {
  expect(run('20.20.2', 'tools/ops/main.ts')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'This script needs Node 24 or newer, but this is Node 20.20.2. Use an npm script, for example npm start: npm scripts use Node 24.\n',
  });
});

test('run.js runs the script if Node is new enough', () => {
  expect(run(undefined, 'tools/ops/main.ts', '--local').stderr).toBe('The local cloud is not running: start it with npm start\n');
});
