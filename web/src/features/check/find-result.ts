/** Finds the result of the seller from which a checked file was copied. */
import * as z from 'zod';
import { type HistoryResponse, historyResponse, historySearchCharactersMax, wholeHistoryPageSize } from '#shared/history/api.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { callApi } from '#web/lib/api.ts';

const wholeHistory = z.object({ items: z.array(historyResponse) });

/** `video_red-shoe_2026-11-21T08-09-10.mp4`. A browser can add a number to the name of a second copy. */
const savedName = /^(?:video|image|photo)_(.+)_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?: ?\(\d+\))?\.\w+$/;

/** Returns the words of the photo's name in the name of a saved file. Returns undefined if the file has another name. */
export const wordsIn = (fileName: string): string | undefined =>
  savedName.exec(fileName)?.[1]?.replaceAll('-', ' ').slice(0, historySearchCharactersMax);

type Result = HistoryResponse['results'][number];

/** A copy has the same number of bytes and the same size in pixels. */
const isCopy = (probe: Probe, { probe: other }: Result): boolean =>
  other?.kind === probe.kind && other.bytes === probe.bytes && other.width === probe.width && other.height === probe.height;

/**
 * Searches the runs that match the words of the file name. If the file has another name, searches the newest runs.
 * @returns the address of the result. Undefined if the file is not a result of this seller.
 * @throws ApiError
 */
export async function findResult(fileName: string, probe: Probe): Promise<string | undefined> {
  const search = wordsIn(fileName);
  const { items } = await callApi('listHistory', {
    parameters: { kind: probe.kind },
    query: { results: 'true', limit: String(wholeHistoryPageSize), ...(search && { search }) },
    schema: wholeHistory,
  });
  const found = items.flatMap(({ results }) => results).find((result) => isCopy(probe, result));
  return found?.video_url ?? found?.image_url;
}
