import { expect, test } from 'vitest';
import { batchKinds } from '../batch/batch.ts';
import { machineVariable, workKinds } from './kinds.ts';

const rules = Object.values(workKinds);

test('each kind has a separate state machine and a separate ledger description', () => {
  expect(new Set(rules.map(({ machine }) => machine)).size).toBe(rules.length);
  expect(new Set(rules.map(({ description }) => description)).size).toBe(rules.length);
});

test('no machine name is part of another machine name, because permissions are checked by name', () => {
  for (const { machine } of rules) expect(rules.filter((otherRule) => otherRule.machine.includes(machine))).toHaveLength(1);
});

test('if a page orders a kind of work as a batch, this kind has its own history, and the limit of running batches includes it', () => {
  for (const kind of batchKinds) expect(workKinds[kind]).toMatchObject({ countsAs: 'batch', history: kind, items: 'ordered' });
});

test('a batch of edits counts towards the limit of running batches, can be cancelled, and is in the history of images', () => {
  expect(workKinds.edit).toMatchObject({ countsAs: 'batch', history: 'image', items: 'ordered', cancel: 'items' });
});

test.each([
  ['video', 'VIDEO_BATCH_MACHINE_ARN'],
  ['edit', 'EDIT_BATCH_MACHINE_ARN'],
  ['photo-edit', 'PHOTO_EDIT_MACHINE_ARN'],
  ['pipeline', 'PIPELINE_MACHINE_ARN'],
] as const)('the ARN of the machine for the kind %s is in the variable %s', (kind, variable) => {
  expect(machineVariable(kind)).toBe(variable);
});
