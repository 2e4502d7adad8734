/** Starts executions, names them, and reads their states. */
import { createHash } from 'node:crypto';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { hasEnded } from '#shared/batch/batch.ts';
import { groupsOf } from '#shared/image/groups.ts';
import { machineAlias, machineVariable, type WorkKind, workKinds } from '#shared/work/kinds.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, type Item, itemPositions } from '../store/batch-rows.ts';
import type { FinishRecord } from '../store/finishes.ts';
import type { Package } from '../store/packages.ts';

const states = new SFNClient({});

const userHashLength = 8;

/**
 * Returns the execution name of a batch. The name contains the batch id, so that operators can search for it in the console. It starts with
 * a hash of the user id, so that two users cannot have executions with the same name. The name of a resumed execution ends with `_1`, `_2`
 * and so on. A name can have 80 characters.
 */
export const executionName = (userId: string, batchId: string, resumeCount = 0): string => {
  const name = `${createHash('sha256').update(userId).digest('hex').slice(0, userHashLength)}-${batchId}`;
  return resumeCount === 0 ? name : `${name}_${resumeCount}`;
};

const machineOf = (kind: WorkKind): string => requiredEnv(machineVariable(kind));

/**
 * Starts the newest execution that is recorded on the batch row. A second start has no effect.
 * @param rows if set, only the unfinished items of these rows are started. Otherwise, all items of the batch are started.
 */
export async function startExecution(batch: Batch, rows?: Item[]): Promise<void> {
  const { userId, batchId, kind, resumptions } = batch;
  const unfinished = rows?.filter(({ status }) => !hasEnded(status)) ?? itemPositions(batch);
  const refs = unfinished.map(({ itemId, index }) => ({ itemId, index }));
  const work = {
    items: { items: refs },
    groups: { groups: groupsOf(refs) },
    // Work with this input has only one item. The item is started even if it has ended.
    item: { itemId: batch.items[0]?.itemId, index: 0 },
    // The steps read the progress of the work from its rows.
    ids: {},
  }[workKinds[kind].machineInput];
  await startOnce(`${machineOf(kind)}:${machineAlias}`, executionName(userId, batchId, resumptions), { userId, batchId, ...work });
}

/** Starts the machine that attaches a late video to an item that has timed out. */
export const startLateVideo = ({ userId, batchId, itemId, index }: Item): Promise<void> =>
  startOnce(requiredEnv('LATE_VIDEO_MACHINE_ARN'), `${executionName(userId, batchId)}_${index}-late`, { userId, batchId, itemId, index });

/** Starts the machine that packs an archive of results. */
export const startArchive = ({ userId, downloadId }: { userId: string; downloadId: string }): Promise<void> =>
  startOnce(requiredEnv('ARCHIVE_MACHINE_ARN'), executionName(userId, downloadId), { userId, downloadId });

/** Starts the machine that writes the export of an account. */
export const startExportMachine = ({ userId, exportId }: { userId: string; exportId: string }): Promise<void> =>
  startOnce(requiredEnv('EXPORT_MACHINE_ARN'), executionName(userId, exportId), { userId, exportId });

/** Starts the machine that checks an uploaded file. A second start has no effect. */
export const startFileCheck = (checkId: string): Promise<void> => startOnce(requiredEnv('FILE_CHECK_MACHINE_ARN'), checkId, { checkId });

/** Starts the machine that makes files for marketplaces. */
export const startFinishMachine = ({ userId, finishId, made }: FinishRecord): Promise<void> =>
  startOnce(requiredEnv('FINISH_MACHINE_ARN'), executionName(userId, finishId), {
    userId,
    files: made.map(({ batchId, itemId, fileId }) => ({ batchId, itemId, fileId })),
  });

/** Starts the machine that packs finished files. Each attempt has a separate execution. */
export const startPackageMachine = ({ userId, packageId, attempt }: Package): Promise<void> =>
  startOnce(requiredEnv('PACKAGE_MACHINE_ARN'), executionName(userId, packageId, attempt), { userId, packageId });

async function startOnce(stateMachineArn: string, name: string, input: object): Promise<void> {
  try {
    await states.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!isNamed(error, 'ExecutionAlreadyExists')) throw error;
  }
}

/** Returns the state of the newest execution that is recorded on the batch row. */
export async function findExecution({ userId, batchId, kind, resumptions }: Batch): Promise<'running' | 'ended' | 'missing'> {
  const machine = machineOf(kind).replace(':stateMachine:', ':execution:');
  try {
    const { status } = await states.send(
      new DescribeExecutionCommand({ executionArn: `${machine}:${executionName(userId, batchId, resumptions)}` }),
    );
    return status === 'RUNNING' ? 'running' : 'ended';
  } catch (error) {
    if (isNamed(error, 'ExecutionDoesNotExist')) return 'missing';
    throw error;
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
