/**
 * Starts a before/after run. In the ledger, the run is a batch. The cost of the first image is held at the start. The cost of a later image
 * is held before this image is made (docs/spec.md 10.6).
 */

import { AppError } from '#shared/errors.ts';
import type { StartRunRequest } from '#shared/pipeline/api.ts';
import { cleanAreas } from '#shared/pipeline/focus-areas.ts';
import { startRun as newState } from '#shared/pipeline/run.ts';
import { pipelineImageTypes } from '#shared/upload/image-file.ts';
import { vendorPrices } from '#shared/vendor-prices.ts';
import { fileNamesOf } from '../batch/history-texts.ts';
import { startBatch } from '../batch/start-batch.ts';
import type { CallingUser } from '../store/limited-call.ts';
import { checkPicture, ownFileKey } from '../store/own-media.ts';
import { type Pictures, type Run, runPut } from '../store/pipeline-runs.ts';
import { imageItem } from './run.ts';

/**
 * @throws AppError any error of the pictures; BatchIdReused; InsufficientCredits (details in dollars); ActiveBatchLimit. If the last two
 * both apply, the error is InsufficientCredits.
 */
export async function startRun(user: CallingUser, request: StartRunRequest, now: Date): Promise<void> {
  const { userId } = user;
  // The language is not part of the order, so that a retry from a page in another language is still the same order.
  const { language: _, ...order } = request;
  const { runId } = order;
  const [before, after, input] = await Promise.all([
    ownFileKey(userId, request.beforeImageUrl),
    ownFileKey(userId, request.afterImageUrl),
    ownFileKey(userId, request.inputImageUrl),
  ]);
  const uploads = { before, after, input };
  const run = newRun(userId, { ...request, uploads }, now);
  await startBatch(
    {
      user,
      batchId: runId,
      kind: 'pipeline',
      // The stored request contains keys instead of signed URLs. URLs change within an hour, but a repeated call must equal the stored
      // request.
      request: { ...order, beforeImageUrl: before, afterImageUrl: after, inputImageUrl: input },
      items: async () => [imageItem(run, 0)],
      requestMils: () => vendorPrices.image,
      check: () => checkPictures(uploads),
      furtherWrites: () => [runPut(run)],
    },
    now,
  );
}

function newRun(userId: string, request: StartRunRequest & { uploads: Pictures }, now: Date): Run {
  const { runId, productType, inputTitle = '', language, uploads } = request;
  const aiSuggested = cleanAreas(request.aiSuggested);
  const [fileName] = fileNamesOf([{ title: inputTitle }]);
  const combined = cleanAreas([...aiSuggested, ...request.userProvided]);
  return {
    userId,
    runId,
    createdAt: now.toISOString(),
    status: 'running',
    revision: 0,
    productType,
    ...(fileName && { inputTitle: fileName }),
    language,
    aiSuggested,
    userProvided: combined.slice(aiSuggested.length),
    uploads,
    // If the request contains no areas, the pictures are analyzed first (docs/spec.md 10.2).
    ...(combined.length > 0 && { state: newState(combined) }),
    item: { itemId: imageItem({ userId, runId, uploads }, 0).itemId, index: 0 },
    holds: 1,
    attempts: 0,
    evaluations: 0,
    activeSince: now.toISOString(),
    activeSeconds: 0,
  };
}

/** Checks only the size and the first bytes. The first step of the run decodes the whole pictures. */
async function checkPictures(uploads: Pictures): Promise<void> {
  await Promise.all(
    Object.entries(uploads).map(async ([picture, key]) => {
      const details = { picture };
      const type = await checkPicture(key, { folder: 'pipeline/input', details });
      if (!pipelineImageTypes.some((one) => one === type)) throw new AppError('PipelineImageTypeUnsupported', { details });
    }),
  );
}
