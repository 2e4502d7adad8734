import { ApiError } from '#web/lib/api.ts';
import type { OnProgress } from './upload-queue.ts';

/** A connection that carries nothing for so long is taken for dead. */
const silenceMsMax = 30_000;

/** What a storage answers, in its own words. */
export type Posted = { status: number; text: string };

/** Posts a form and tells how far it is: XMLHttpRequest, for fetch does not say how much of a body has been sent. */
export function postForm(url: string, form: FormData, onProgress: OnProgress, signal: AbortSignal): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silence = window.setTimeout(stop, silenceMsMax);
    request.open('POST', url);
    request.upload.onprogress = (event) => {
      window.clearTimeout(silence);
      silence = window.setTimeout(stop, silenceMsMax);
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError('Unreachable'));
    request.onabort = () => reject(signal.aborted ? signal.reason : new ApiError('Unreachable'));
    request.onloadend = () => {
      window.clearTimeout(silence);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    request.send(form);
  });
}
