/** Sends one file to the check, and reads its report (docs/spec.md 2.9). The server deletes the file after the check. */
import { type CreateCheckRequest, checkResponse, createCheckResponse, type FileReport } from '#shared/check/api.ts';
import { postFile } from '#web/features/upload/post-form.ts';
import { callApi } from '#web/lib/api.ts';
import { retryCall, waitForNetwork } from '#web/lib/retry-call.ts';

const pollMs = 1_000;
/** Maximum time for a check. The check itself takes at most a minute, but its function may start later. */
const pollsMax = 180;

type Options = { isSeller: boolean; signal: AbortSignal };

/** @throws ApiError; the signal's reason. */
export async function sendCheck(file: File, { isSeller, signal }: Options): Promise<FileReport> {
  const body: CreateCheckRequest = { sizeBytes: file.size };
  // This call is not repeated after a failure, because each call counts for the daily limit.
  const { checkId, ...permission } = await callApi(isSeller ? 'createSellerCheck' : 'createCheck', {
    body,
    schema: createCheckResponse,
    signal,
  });
  await postFile(permission, file, () => {}, signal);
  const parameters = { checkId };
  let response = await retryCall(() => callApi('startCheck', { parameters, schema: checkResponse, signal }));
  for (let poll = 0; response.status === 'waiting'; poll++) {
    if (poll === pollsMax) return { problem: 'tooSlow' };
    await waitForNetwork(pollMs, signal);
    response = await retryCall(() => callApi('getCheck', { parameters, schema: checkResponse, signal }));
  }
  return response.report;
}
