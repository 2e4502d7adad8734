/** Uploads one photo to storage and returns its key for later calls. */
import type { CreateUploadRequest } from '#shared/upload/api.ts';
import { firstBytesLength, sniffImageType } from '#shared/upload/image-file.ts';
import { ApiError, backOffMs, codeOf, mayRepeat } from '#web/lib/api.ts';
import { waitForNetwork } from '#web/lib/retry-call.ts';
import { findUploadKey, storeUploadKey } from '#web/lib/upload-keys.ts';
import { createUpload } from './create-upload.ts';
import { adoptFromHost, hostedUrlOf, hostForm, uploadConfig } from './image-host.ts';
import type { Photo } from './photo.ts';
import { postFile, postForm } from './post-form.ts';
import type { OnProgress, Send } from './upload-queue.ts';

const attemptsMax = 3;
const fileNameCharactersMax = 255;

/**
 * Retries a failed upload.
 * - While the network is down, the number of retries has no limit, because these retries cost nothing.
 * - After an error that may be temporary, there are a few attempts.
 * - After a rejection, there is no retry.
 */
export function withRetries(send: Send, wait: typeof waitForNetwork = waitForNetwork): Send {
  return async (photo, onProgress, signal) => {
    let lostResponses = 0;
    let errorResponses = 0;
    for (;;) {
      try {
        return await send(photo, onProgress, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        if (codeOf(error) === 'Unreachable') {
          onProgress('stalled');
          await wait(backOffMs(lostResponses++), signal);
        } else {
          errorResponses += 1;
          if (errorResponses === attemptsMax || !mayRepeat(error)) throw error;
          await wait(backOffMs(errorResponses - 1), signal);
        }
        onProgress(0);
      }
    }
  };
}

const sendWithRetries = withRetries(sendOnce);

/** Uploads a photo, unless this browser has uploaded it before for the same user. */
export const sendPhoto: Send = async (photo, onProgress, signal) => {
  const knownKey = findUploadKey(photo.id);
  if (knownKey !== undefined) return knownKey;
  const key = await sendWithRetries(photo, onProgress, signal);
  storeUploadKey(photo.id, key);
  return key;
};

async function sendOnce(photo: Photo, onProgress: OnProgress, signal: AbortSignal): Promise<string> {
  const file = photo.file ?? (await fetchPhoto(photo.src, signal));
  const contentType = photo.contentType ?? sniffImageType(new Uint8Array(await file.slice(0, firstBytesLength).arrayBuffer()));
  if (!contentType) throw new ApiError('ImageTypeUnsupported');
  const fileName = photo.title.slice(-fileNameCharactersMax) || 'photo';
  const { folder = 'temp-images' } = photo;
  const { uploadUrl, uploadPreset } = await uploadConfig();
  if (uploadUrl) {
    const response = await postForm(uploadUrl, hostForm(file, fileName, folder, uploadPreset), onProgress, signal);
    return adoptFromHost(hostedUrlOf(response), folder, signal);
  }
  // The before/after page accepts fewer formats than the other tools. The API rejects the other formats.
  const permission = await createUpload({ fileName, contentType, sizeBytes: file.size, folder } as CreateUploadRequest, signal);
  await postFile(permission, file, onProgress, signal);
  return permission.key;
}

/** Loads a photo by its link. The photo belongs to a batch that was started on another device. An expired link has the status 403. */
async function fetchPhoto(src: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(src, { signal }).catch((cause: unknown) => {
    // The URL of a blob is only valid in its browser tab. After this tab was closed, a repeated request would also fail.
    throw new ApiError(src.startsWith('blob:') ? 'UploadNotFound' : 'Unreachable', {}, { cause });
  });
  if (!response.ok) throw new ApiError(response.status >= 500 ? 'Unreachable' : 'UploadNotFound');
  return response.blob();
}
