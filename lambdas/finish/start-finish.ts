/** Quotes or starts files for marketplaces, made from the caller's results. The files are free: this code cannot change balances. */
import { AppError } from '#shared/errors.ts';
import { type FinishRequest, type FinishResponse, filesPerFinishMax } from '#shared/finish/api.ts';
import { withOriginalLimit, withRoomForCredentials } from '#shared/finish/room-for-credentials.ts';
import { isRefusal, type Preferences } from '#shared/marketplaces/plan.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { ImageProbe, Probe } from '#shared/marketplaces/probe.ts';
import { placementOf } from '#shared/marketplaces/rules.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { type Delivered, deliveredItems } from '../batch/delivered-items.ts';
import { startFinishMachine } from '../batch/executions.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import { type FinishedFile, fileIdOf, readFinish, readFinishedFile, writeFinish, writeFinishedFile } from '../store/finishes.ts';
import type { User } from '../store/users.ts';
import { finishOf, toFinishResponse } from './get-finish.ts';
import { measureResult } from './measure-result.ts';

/**
 * After this time, the execution of a file must have ended. If the file is not ready then, it is made again. It is harmless to make a file
 * twice.
 */
const staleMs = 60 * 60 * 1000;

/**
 * A start with the same id returns the same files.
 * @throws AppError the errors of `deliveredItems`; BadRequest if no placement fits a result, or for too many files; DailyLimit.
 */
export async function startFinish(user: User, request: FinishRequest, now: Date): Promise<FinishResponse> {
  const { finishId, action } = request;
  const ref = { userId: user.userId, finishId };
  if (action === 'start') {
    const existing = await readFinish(ref);
    if (existing) {
      // The earlier call may have crashed between the write of the record and the start of the machine.
      if (existing.made.length > 0) await startFinishMachine(existing);
      return finishOf(existing, now);
    }
  }
  const planned = await planFiles(user.userId, request, now);
  if (action === 'quote') return { finishId, files: await Promise.all(planned.map((file) => toFinishResponse(file, now, true))) };
  const files = await Promise.all(planned.map(async (file) => usableFile(await readFinishedFile(file), file, now) ?? file));
  const isNew = (file: FinishedFile) => planned.includes(file);
  const made = files.filter((file) => isNew(file) && file.status === 'making');
  const start = async () => {
    for (const file of files.filter(isNew)) await writeFinishedFile(file);
    const record = { ...ref, files: files.map(idOf), made: made.map(idOf) };
    await writeFinish(record);
    if (made.length > 0) await startFinishMachine(record);
    return finishOf(record, now);
  };
  return made.length > 0 ? withinDailyLimit(user, 'finish', now, start, made.length) : start();
}

const idOf = ({ userId, batchId, itemId, fileId }: FinishedFile) => ({ userId, batchId, itemId, fileId });

/**
 * Returns the stored file, or undefined if the file must be made again. For example, a crop may have replaced the result from which the
 * file was made. Or an earlier call with the same id crashed after it wrote the file and before it wrote the request. In this case, the
 * file has no execution.
 */
function usableFile(stored: FinishedFile | undefined, planned: FinishedFile, now: Date): FinishedFile | undefined {
  if (!stored || stored.status === 'failed' || stored.sourceKey !== planned.sourceKey) return undefined;
  // A package needs the hash, which earlier versions of the product did not store.
  if (stored.status === 'ready' && stored.sha256 === undefined) return undefined;
  const isStale = stored.finishId === planned.finishId || now.getTime() - Date.parse(stored.startedAt) > staleMs;
  return stored.status === 'making' && isStale ? undefined : stored;
}

/** Returns one file for each result and each placement of its kind. If a file cannot be made, it contains the refusal. */
async function planFiles(
  userId: string,
  { finishId, results, placements, preferences }: FinishRequest,
  now: Date,
): Promise<FinishedFile[]> {
  const items = await deliveredItems(userId, results);
  const wanted = [...new Set(placements)].map(placementOf);
  const pairs = items.flatMap((item) => wanted.filter(({ kind }) => kind === kindOf(item)).map((placement) => ({ item, placement })));
  if (pairs.length === 0) throw badRequest('No placement is for this kind of result');
  if (pairs.length > filesPerFinishMax) throw badRequest(`A request can have ${filesPerFinishMax} files at most`);
  const probes = new Map<Delivered, Probe>();
  // The results are measured one after another, because the storage of the function is small.
  for (const item of new Set(pairs.map((pair) => pair.item))) probes.set(item, await measureResult(item));
  return pairs.map(({ item, placement }) => planFile(item, placement, { finishId, probe: probes.get(item) as Probe, preferences, now }));
}

const badRequest = (reason: string) => new AppError('BadRequest', { details: { path: 'placements', reason } });

const kindOf = ({ kind }: Delivered): Placement['kind'] => (kind === 'video' ? 'video' : 'image');

type PlanContext = { finishId: string; probe: Probe; preferences: Preferences; now: Date };

function planFile(item: Delivered, placement: Placement, { finishId, probe, preferences, now }: PlanContext): FinishedFile {
  const { userId, batchId, itemId, title, result } = item;
  const plan = planFinish(probe, withRoomForCredentials(placement), preferences);
  const video = item.kind === 'video' && {
    ...(item.original && { originalKey: item.original.key }),
    ...(item.photoKey && { photoKey: item.photoKey }),
  };
  return {
    ...{ userId, batchId, itemId, finishId, fileId: fileIdOf(placement, preferences) },
    ...{ placement: placement.id as FinishedFile['placement'], version: placement.version, preferences, title, probe },
    sourceKey: result.key,
    ...video,
    ...(isRefusal(plan)
      ? { status: 'refused', steps: [], changes: [], refusal: withOriginalLimit(plan, placement) }
      : { status: 'making', steps: plan.steps.map(({ kind }) => kind), changes: plan.changes }),
    extension: isRefusal(plan) ? extensionOf(probe) : extensionOf(plan.result),
    startedAt: now.toISOString(),
  };
}

function extensionOf(probe: Probe): FinishedFile['extension'] {
  if (probe.kind === 'video') return 'mp4';
  const { format = 'jpeg' } = probe as ImageProbe;
  return format === 'jpeg' ? 'jpg' : (format as 'png' | 'webp' | 'gif' | 'avif');
}
