/**
 * Loads every bundle in the same way as Lambda. The bundle is in /var/task, and the layers of the function are in /opt. There are no other
 * packages, and Node has the flags of Lambda.
 */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtArtifacts } from '#infra/artifacts.ts';
import { calls } from '#infra/functions/calls.ts';
import { jobs, startScheduledOrder } from '#infra/functions/jobs.ts';
import { bundleOf, type FunctionSpec, wholeCoreMb } from '#infra/functions/spec.ts';
import { steps } from '#infra/functions/steps.ts';
import { nodeFlags } from '#local/aws/lambda/node-flags.ts';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';

const artifacts = builtArtifacts();

const folder = temporaryFolder('layout');
const pathInFolder = (...path: string[]) => join(folder.path, ...path);
afterAll(() => folder.remove());

const specs: FunctionSpec[] = [...Object.values(calls), ...Object.values(steps), ...Object.values(jobs), startScheduledOrder];
const specsByLayers = Object.groupBy(specs, ({ layers = [] }) => layers.join(' and ') || 'no layers');

const loader = `
  for (const file of process.argv.slice(1)) {
    try {
      if (typeof require(file).handler !== 'function') throw new Error('it has no handler');
    } catch (error) {
      console.log(file + ': ' + error.message);
    }
  }`;

test.each(Object.entries(specsByLayers))('the bundles with %s can be loaded', (name, [...functions] = []) => {
  const [{ layers = [] } = {}] = functions;
  const opt = pathInFolder(name, 'opt');
  for (const layer of layers) cpSync(artifacts.layer(layer).folder, opt, { recursive: true });
  const files = functions.map(({ entry }) => {
    const task = pathInFolder(name, bundleOf(entry), 'var/task');
    cpSync(artifacts.bundle(entry), task, { recursive: true });
    return join(task, 'index.cjs');
  });
  const { stdout, stderr, status } = spawnSync(process.execPath, [...nodeFlags(wholeCoreMb), '-e', loader, ...files], {
    cwd: pathInFolder(name),
    env: { NODE_PATH: join(opt, 'nodejs/node_modules'), AWS_REGION: 'us-east-1' },
    encoding: 'utf8',
  });
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
  expect(files.length).toBeGreaterThan(0);
});
