/** The executions of batches: how they are called, how they are started, and how they stand. */
import { createHash } from 'node:crypto';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { hasEnded, type WorkKind } from '#shared/batch/batch.ts';
import { groupsOf } from '#shared/image/groups.ts';
import { requiredEnv } from '../platform/config.ts';
import { type Batch, type Item, itemPositions } from '../store/batch-rows.ts';

const states = new SFNClient({});

const userHashLength = 8;

/**
 * The name of a batch's execution: found in the console by its batch id, and no user can take another's name. One that takes up
 * what an earlier one left adds `_1` and so on. An item's execution adds its place in the batch; a name may have 80 characters.
 */
export const executionName = (userId: string, batchId: string, resumptions = 0): string => {
  const name = `${createHash('sha256').update(userId).digest('hex').slice(0, userHashLength)}-${batchId}`;
  return resumptions === 0 ? name : `${name}_${resumptions}`;
};

const machineVariables: Record<WorkKind, string> = {
  video: 'VIDEO_BATCH_MACHINE_ARN',
  image: 'IMAGE_BATCH_MACHINE_ARN',
  'photo-edit': 'PHOTO_EDIT_MACHINE_ARN',
  pipeline: 'PIPELINE_MACHINE_ARN',
};
const machineOf = (kind: WorkKind): string => requiredEnv(machineVariables[kind]);

/** Starts the newest execution that the batch's row knows, for all items or for those that have not ended. A second start is none. */
export async function startExecution(batch: Batch, rows?: Item[]): Promise<void> {
  const { userId, batchId, kind, resumptions } = batch;
  const open = rows?.filter(({ status }) => !hasEnded(status)) ?? itemPositions(batch);
  const refs = open.map(({ itemId, index }) => ({ itemId, index }));
  // The machine of an edit takes its one item itself, ended or not; a before/after run knows by itself how far it is.
  const work = {
    video: { items: refs },
    image: { groups: groupsOf(refs) },
    'photo-edit': { itemId: batch.items[0]?.itemId, index: 0 },
    pipeline: {},
  }[kind];
  await startOnce(machineOf(kind), executionName(userId, batchId, resumptions), { userId, batchId, ...work });
}

/** Attaches a late video to an item that was given up. */
export const startLateVideo = ({ userId, batchId, itemId, index }: Item): Promise<void> =>
  startOnce(requiredEnv('LATE_VIDEO_MACHINE_ARN'), `${executionName(userId, batchId)}_${index}-late`, { userId, batchId, itemId, index });

/** Packs an archive of results. */
export const startArchive = ({ userId, downloadId }: { userId: string; downloadId: string }): Promise<void> =>
  startOnce(requiredEnv('ARCHIVE_MACHINE_ARN'), executionName(userId, downloadId), { userId, downloadId });

/** Writes the export of an account. */
export const startExportMachine = ({ userId, exportId }: { userId: string; exportId: string }): Promise<void> =>
  startOnce(requiredEnv('EXPORT_MACHINE_ARN'), executionName(userId, exportId), { userId, exportId });

async function startOnce(stateMachineArn: string, name: string, input: object): Promise<void> {
  try {
    await states.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
  } catch (error) {
    if (!isNamed(error, 'ExecutionAlreadyExists')) throw error;
  }
}

/** How the newest execution that the batch's row knows stands. */
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
