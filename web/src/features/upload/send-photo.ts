/** Sends one photo to storage and answers the key that names it in later calls. */
import { firstBytesLength, sniffImageType } from '#shared/upload/image-file.ts';
import { ApiError, backOffMs, mayRepeat } from '#web/lib/api.ts';
import { createUpload } from './create-upload.ts';
import type { Photo } from './photo.ts';

const triesMax = 3;
const fileNameCharactersMax = 255;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function sendPhoto(photo: Photo, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(photo, onProgress, signal);
    } catch (error) {
      if (signal.aborted || attempt + 1 === triesMax || !mayRepeat(error)) throw error;
      await sleep(backOffMs(attempt));
    }
  }
}

async function sendOnce(photo: Photo, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
  const file = photo.file ?? (await fetchPhoto(photo.src, signal));
  const contentType = photo.contentType ?? sniffImageType(new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer()));
  if (!contentType) throw new ApiError('ImageTypeUnsupported');
  const fileName = photo.title.slice(-fileNameCharactersMax) || 'photo';
  const leave = await createUpload({ fileName, contentType, sizeBytes: file.size, folder: 'temp-images' }, signal);
  const form = new FormData();
  for (const [name, value] of Object.entries(leave.fields)) form.append(name, value);
  form.append('file', file);
  await postForm(leave.url, form, onProgress, signal);
  return leave.key;
}

/** A photo of a batch that was started elsewhere comes from storage. */
async function fetchPhoto(src: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(src, { signal });
    if (response.ok) return await response.blob();
    throw new Error(`the photo answered ${response.status}`);
  } catch (cause) {
    throw new ApiError('UploadNotFound', {}, { cause });
  }
}

/** XMLHttpRequest, for fetch does not say how much of a body has been sent. */
function postForm(url: string, form: FormData, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onload = () => {
      if (request.status < 300) return resolve();
      reject(refusalOf(request));
    };
    request.onerror = () => reject(new ApiError('Unreachable'));
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Storage answers in its own words: XML with a code. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  if (status >= 500) return new ApiError('Unreachable');
  return new ApiError(responseText.includes('EntityTooLarge') ? 'ImageTooLarge' : 'BadRequest');
}
