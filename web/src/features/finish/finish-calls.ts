/**
 * Plans and makes files for marketplaces (docs/spec.md 15.1). A call accepts a limited number of results, so the page sends several calls.
 */
import { type FinishFileResponse, finishResponse, placementsPerFinishMax, resultsPerFinishMax } from '#shared/finish/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';
import type { FinishOptions } from './finish-options.tsx';

/** The time between two reads of the state. An encode takes about a minute, so shorter intervals are not necessary. */
const pollMs = 2_000;

export type FinishOrder = { results: readonly string[]; placements: readonly PlacementId[]; options: FinishOptions };
type Options = { signal: AbortSignal; onFiles(files: FinishFileResponse[]): void };

/** Returns the parts of a request that fit into one call each. */
function partsOf({ results, placements, options }: FinishOrder): FinishOrder[] {
  // A call may order 50 files: ten results with five placements each.
  const placementsMax = Math.min(placementsPerFinishMax, 5);
  const parts: FinishOrder[] = [];
  for (let result = 0; result < results.length; result += resultsPerFinishMax)
    for (let placement = 0; placement < placements.length; placement += placementsMax)
      parts.push({
        results: results.slice(result, result + resultsPerFinishMax),
        placements: placements.slice(placement, placement + placementsMax),
        options,
      });
  return parts;
}

const send = (action: 'quote' | 'start', { options, ...part }: FinishOrder, finishId: string, signal: AbortSignal) => {
  const { lengthen, cardColour, shadow } = options;
  const preferences = { video: { lengthen, cardColour }, image: { shadow } };
  return retryCall(() => callApi('startFinish', { body: { finishId, action, ...part, preferences }, schema: finishResponse, signal }));
};

/** @throws ApiError, or the signal's reason. */
export async function quoteFiles(request: FinishOrder, signal: AbortSignal): Promise<FinishFileResponse[]> {
  const files: FinishFileResponse[] = [];
  for (const part of partsOf(request)) files.push(...(await send('quote', part, crypto.randomUUID(), signal)).files);
  return files;
}

/**
 * Starts all files, and reports their states until all of them have ended.
 * @throws ApiError, or the signal's reason.
 */
export async function makeFiles(request: FinishOrder, { signal, onFiles }: Options): Promise<void> {
  const parts: { finishId: string; files: FinishFileResponse[] }[] = [];
  for (const part of partsOf(request)) parts.push(await send('start', part, crypto.randomUUID(), signal));
  const report = () => onFiles(parts.flatMap(({ files }) => files));
  const isMaking = ({ files }: { files: FinishFileResponse[] }) => files.some(({ status }) => status === 'making');
  for (report(); parts.some(isMaking); report()) {
    await waitForNetwork(pollMs, signal);
    for (const part of parts.filter(isMaking)) part.files = await readFiles(part.finishId, signal).catch(keepIfUnreachable(part.files));
  }
}

const readFiles = async (finishId: string, signal: AbortSignal): Promise<FinishFileResponse[]> =>
  (await callApi('getFinish', { parameters: { finishId }, schema: finishResponse, signal })).files;

/** Reads the state. If the connection fails, returns the last known state, because the server continues. */
const keepIfUnreachable = (files: FinishFileResponse[]) => (error: unknown) => {
  if (error instanceof ApiError && error.code === 'Unreachable') return files;
  throw error;
};
