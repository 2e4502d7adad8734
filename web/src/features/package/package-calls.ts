/** Makes packages for marketplaces (docs/spec.md 15.2). The server continues if the seller closes the page. */
import type { Language } from '#shared/languages.ts';
import { type PlacementId, ruleFiles } from '#shared/marketplaces/rule-files.ts';
import { fileNamesResponse, type Marketplace, type PackageResponse, packageResponse } from '#shared/package/api.ts';
import { preferencesOf, startFiles } from '#web/features/finish/finish-calls.ts';
import type { FinishOptions } from '#web/features/finish/finish-options.tsx';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';

const pollMs = 2_000;

export type PackageRequest = {
  results: readonly string[];
  packages: readonly { marketplace: Marketplace; placements: readonly PlacementId[] }[];
  template: string;
  language: Language;
  options: FinishOptions;
};

type Options = { signal: AbortSignal; onPackages(packages: PackageResponse[]): void; onError(error: unknown): void };

export const readTemplate = async (signal: AbortSignal): Promise<string> =>
  (await callApi('getFileNames', { schema: fileNamesResponse, signal })).template;

export const saveTemplate = (template: string): Promise<unknown> =>
  retryCall(() => callApi('saveFileNames', { body: { template }, schema: fileNamesResponse }));

/**
 * Starts the files and the packages, and reports their states until every package has ended. If a package cannot be started, the packages
 * before it continue.
 * @throws ApiError; the signal's reason.
 */
export async function makePackages(request: PackageRequest, { signal, onPackages, onError }: Options): Promise<void> {
  let packages: PackageResponse[] = [];
  try {
    for (const one of request.packages) {
      await startFiles({ results: request.results, placements: one.placements, options: request.options }, signal);
      packages = [...packages, await start(request, one, signal)];
      onPackages(packages);
    }
  } catch (error) {
    signal.throwIfAborted();
    onError(error);
  }
  for (; packages.some(isRunning); onPackages(packages)) {
    await waitForNetwork(pollMs, signal);
    packages = await Promise.all(packages.map((one) => (isRunning(one) ? read(one, signal) : one)));
  }
}

const isRunning = ({ status }: PackageResponse): boolean => status === 'waiting' || status === 'making';

async function start(
  { results, template, language, options }: PackageRequest,
  { marketplace, placements }: PackageRequest['packages'][number],
  signal: AbortSignal,
): Promise<PackageResponse> {
  // The path of a link is the key of the file (docs/architecture.md). Keys stay the same, so the same request gets the same id.
  const keys = results.map((url) => new URL(url, window.location.href).pathname.slice(1));
  const content = { marketplace, results: keys, placements, template, language, preferences: preferencesOf(options) };
  const packageId = await idOf({ ...content, versions: placements.map((id) => ruleFiles[id].version) });
  return retryCall(() => callApi('createPackage', { body: { packageId, ...content }, schema: packageResponse, signal }));
}

/** The same content has the same id. So a seller who opens the dialog again gets the existing package, also on another device. */
async function idOf(content: object): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(content))));
  const digits = [...hash.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // A UUID of version 8. Only its version and variant bits are fixed: https://www.rfc-editor.org/rfc/rfc9562#section-5.8
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`, digits.slice(20)];
  return parts.join('-');
}

/** If the connection is lost, the last state stays, because the server continues. */
async function read(known: PackageResponse, signal: AbortSignal): Promise<PackageResponse> {
  try {
    return await callApi('getPackage', { parameters: { packageId: known.packageId }, schema: packageResponse, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'Unreachable') return known;
    throw error;
  }
}
