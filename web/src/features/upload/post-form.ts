import type { CreateUploadResponse } from '#shared/upload/api.ts';
import { ApiError } from '#web/lib/api.ts';
import type { OnProgress } from './upload-queue.ts';

/** A connection counts as lost if its upload makes no progress for this time. */
const silenceMsMax = 30_000;

/** The unchanged response of a storage. */
export type PostResponse = { status: number; text: string };

/** Posts a form and reports the progress. Uses XMLHttpRequest, because fetch does not report the progress. */
export function postForm(url: string, form: FormData, onProgress: OnProgress, signal: AbortSignal): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silenceTimer = window.setTimeout(stop, silenceMsMax);
    request.open('POST', url);
    request.upload.onprogress = (event) => {
      window.clearTimeout(silenceTimer);
      silenceTimer = window.setTimeout(stop, silenceMsMax);
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError('Unreachable'));
    request.onabort = () => reject(signal.aborted ? signal.reason : new ApiError('Unreachable'));
    request.onloadend = () => {
      window.clearTimeout(silenceTimer);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}

/** The signed form with which the storage accepts one file. */
export type UploadForm = Pick<CreateUploadResponse, 'url' | 'fields'>;

/**
 * Sends a file with the signed form of an upload permission.
 * @throws ApiError
 */
export async function postFile({ url, fields }: UploadForm, file: Blob, onProgress: OnProgress, signal: AbortSignal): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await postForm(url, form, onProgress, signal);
  if (response.status >= 300) throw toApiError(response);
}

/** Converts the XML error of the storage into our error. */
function toApiError({ status, text }: PostResponse): ApiError {
  if (status >= 500) return new ApiError('Unreachable');
  return new ApiError(text.includes('EntityTooLarge') ? 'ImageTooLarge' : 'BadRequest');
}
