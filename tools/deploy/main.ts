/** `npm run deploy -- <stage>`: see docs/deploy.md. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { settingsOfStage } from '#infra/stages/stages.ts';
import { buildAll } from '../build/main.ts';
import { createCdk } from './cdk.ts';
import { type DeployOptions, deploy } from './deploy.ts';

const usage =
  'npm run deploy -- <stage> [--check] [--yes] [--adopt] [--remove <setting>] [--unmonitored] [--media-key switch|replace] [--origin-secret rotate]';
const flag = { type: 'boolean', default: false } as const;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: flag,
      yes: flag,
      adopt: flag,
      unmonitored: flag,
      remove: { type: 'string', multiple: true, default: [] },
      'media-key': { type: 'string' },
      'origin-secret': { type: 'string' },
    },
  });
  const [stage, ...others] = positionals;
  const mediaKey = mediaKeyOption(values['media-key']);
  if (!stage || others.length > 0 || ![undefined, 'rotate'].includes(values['origin-secret'])) throw new Error(usage);
  const settings = settingsOfStage(stage);
  if (!values.yes && !values.check && !process.stdin.isTTY) throw new Error('Without a terminal, no question is possible: add --yes.');
  const options = {
    isCheckOnly: values.check,
    isConfirmed: values.yes,
    isAdopted: values.adopt,
    isUnmonitored: values.unmonitored,
    removed: values.remove,
    mediaKey,
    isOriginSecretRotated: values['origin-secret'] === 'rotate',
  };
  const isDeployed = await deploy(settings, options, {
    cdk: createCdk(settings),
    build: buildAll,
    confirm: ask,
    print: (text) => console.log(text),
    now: () => new Date(),
  });
  if (!isDeployed) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function mediaKeyOption(text: string | undefined): DeployOptions['mediaKey'] {
  if (text === undefined || text === 'switch' || text === 'replace') return text;
  throw new Error(usage);
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const response = await terminal.question(`${question} Enter yes to continue: `);
  terminal.close();
  return response.trim().toLowerCase() === 'yes';
}
