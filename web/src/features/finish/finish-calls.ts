/**
 * Plans and makes files for marketplaces (docs/spec.md 15.1). A call accepts a limited number of results, so the page sends several calls.
 */
import { dailyLimits } from '#shared/daily-limits.ts';
import { type FinishFileResponse, finishResponse, placementsPerFinishMax, resultsPerFinishMax } from '#shared/finish/api.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';
import type { FinishOptions } from './finish-options.tsx';

/** The time between two reads of the state. An encode takes about a minute, so shorter intervals are not necessary. */
const pollMs = 2_000;

export type FinishOrder = { results: readonly string[]; placements: readonly PlacementId[]; options: FinishOptions };
type Options = { signal: AbortSignal; onFiles(files: FinishFileResponse[]): void };

/** A person who has never paid can make this number of files a day. A larger part would always be refused. */
const filesPerPart = dailyLimits.finish.neverPaid;

/** Returns the parts of a request that fit into one call each. */
function partsOf({ results, placements, options }: FinishOrder): FinishOrder[] {
  const placementsMax = Math.min(placementsPerFinishMax, 5);
  const resultsMax = Math.min(resultsPerFinishMax, Math.floor(filesPerPart / Math.min(placements.length, placementsMax)));
  const parts: FinishOrder[] = [];
  for (let result = 0; result < results.length; result += resultsMax)
    for (let placement = 0; placement < placements.length; placement += placementsMax)
      parts.push({
        results: results.slice(result, result + resultsMax),
        placements: placements.slice(placement, placement + placementsMax),
        options,
      });
  return parts;
}

export const preferencesOf = ({ lengthen, cardColour, shadow }: FinishOptions) => ({ video: { lengthen, cardColour }, image: { shadow } });

const send = (action: 'quote' | 'start', { options, ...part }: FinishOrder, finishId: string, signal: AbortSignal) => {
  const body = { finishId, action, ...part, preferences: preferencesOf(options) };
  return retryCall(() => callApi('startFinish', { body, schema: finishResponse, signal }));
};

/** @throws ApiError, or the signal's reason. */
export async function quoteFiles(request: FinishOrder, signal: AbortSignal): Promise<FinishFileResponse[]> {
  const files: FinishFileResponse[] = [];
  for (const part of partsOf(request)) files.push(...(await send('quote', part, crypto.randomUUID(), signal)).files);
  return files;
}

/** Starts all files. @throws ApiError; the signal's reason. */
export async function startFiles(request: FinishOrder, signal: AbortSignal): Promise<void> {
  for (const part of partsOf(request)) await send('start', part, crypto.randomUUID(), signal);
}

/** Starts all files, and reports their states until no file is being made. @throws ApiError; the signal's reason. */
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
