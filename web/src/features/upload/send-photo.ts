/** Uploads one photo to storage and returns its key for later calls. */
import type { CreateUploadRequest } from '#shared/upload/api.ts';
import { firstBytesLength, sniffImageType } from '#shared/upload/image-file.ts';
import { ApiError, backOffMs, codeOf, mayRepeat } from '#web/lib/api.ts';
import { waitForNetwork } from '#web/lib/patience.ts';
import { createUpload } from './create-upload.ts';
import { adopt, hostedAt, hostForm, uploadConfig } from './image-host.ts';
import type { Photo } from './photo.ts';
import { type Posted, postForm } from './post-form.ts';
import type { OnProgress, Send } from './upload-queue.ts';

const triesMax = 3;
const fileNameCharactersMax = 255;

/**
 * Retries a failed upload: without a limit while the network is down, because waiting loses nothing; a few times
 * if the error may be temporary; never after a rejection.
 */
export function patiently(send: Send, wait: typeof waitForNetwork = waitForNetwork): Send {
  return async (photo, onProgress, signal) => {
    let silences = 0;
    let answers = 0;
    for (;;) {
      try {
        return await send(photo, onProgress, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        if (codeOf(error) === 'Unreachable') {
          onProgress('stalled');
          await wait(backOffMs(silences++), signal);
        } else {
          answers += 1;
          if (answers === triesMax || !mayRepeat(error)) throw error;
          await wait(backOffMs(answers - 1), signal);
        }
        onProgress(0);
      }
    }
  };
}

export const sendPhoto: Send = patiently(sendOnce);

async function sendOnce(photo: Photo, onProgress: OnProgress, signal: AbortSignal): Promise<string> {
  const file = photo.file ?? (await fetchPhoto(photo.src, signal));
  const contentType = photo.contentType ?? sniffImageType(new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer()));
  if (!contentType) throw new ApiError('ImageTypeUnsupported');
  const fileName = photo.title.slice(-fileNameCharactersMax) || 'photo';
  const { folder = 'temp-images' } = photo;
  const { uploadUrl, uploadPreset } = await uploadConfig();
  if (uploadUrl) {
    const posted = await postForm(uploadUrl, hostForm(file, fileName, folder, uploadPreset), onProgress, signal);
    return adopt(hostedAt(posted), folder, signal);
  }
  // The pipeline accepts fewer formats than the tools. The call rejects the others.
  const leave = await createUpload({ fileName, contentType, sizeBytes: file.size, folder } as CreateUploadRequest, signal);
  const form = new FormData();
  for (const [name, value] of Object.entries(leave.fields)) form.append(name, value);
  form.append('file', file);
  const posted = await postForm(leave.url, form, onProgress, signal);
  if (posted.status >= 300) throw refusalOf(posted);
  return leave.key;
}

/** Loads the photo of a batch that another device started from storage. */
async function fetchPhoto(src: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(src, { signal }).catch((cause: unknown) => {
    // The response to an expired address has no CORS headers, so the page cannot read it.
    throw new ApiError(navigator.onLine ? 'UploadNotFound' : 'Unreachable', {}, { cause });
  });
  if (!response.ok) throw new ApiError(response.status >= 500 ? 'Unreachable' : 'UploadNotFound');
  return response.blob();
}

/** Converts the XML error of the storage into our error. */
function refusalOf({ status, text }: Posted): ApiError {
  if (status >= 500) return new ApiError('Unreachable');
  return new ApiError(text.includes('EntityTooLarge') ? 'ImageTooLarge' : 'BadRequest');
}
