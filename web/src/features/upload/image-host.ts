/** If an image host is configured, photos are uploaded to it and not to our own storage (docs/spec.md 4.6, 17.5). */
import {
  type AdoptUploadRequest,
  adoptUploadResponse,
  hostedUpload,
  type UploadConfigResponse,
  uploadConfigResponse,
} from '#shared/upload/api.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';
import type { Posted } from './post-form.ts';

let known: Promise<UploadConfigResponse> | undefined;

/**
 * Reads the configuration once for all uploads of the page.
 * @throws ApiError UploadHostUnknown if the response is unusable; Unreachable, Unauthorized or Blocked.
 */
export function uploadConfig(): Promise<UploadConfigResponse> {
  known ??= insist(() => callApi('getUploadConfig', { schema: uploadConfigResponse })).catch((cause) => {
    known = undefined;
    if (cause instanceof ApiError && ['Unreachable', 'Unauthorized', 'Blocked'].includes(cause.code)) throw cause;
    throw new ApiError('UploadHostUnknown', {}, { cause });
  });
  return known;
}

/** Builds the form for the host, with the fields of docs/spec.md 17.5. */
export function hostForm(file: Blob, fileName: string, folder: string, uploadPreset: string): FormData {
  const form = new FormData();
  form.append('file', file, fileName);
  form.append('upload_preset', uploadPreset);
  form.append('folder', folder);
  form.append('resource_type', 'image');
  return form;
}

/** Returns the address of the file on the host. @throws ApiError UploadHostFailed for any other response, with its status and text. */
export function hostedAt({ status, text }: Posted): string {
  const body = jsonOf(text);
  const hosted = hostedUpload.safeParse(body);
  if (status < 300 && hosted.success) return hosted.data.secure_url;
  throw new ApiError('UploadHostFailed', { status, body: saidIn(body) ?? text.slice(0, saidCharactersMax) });
}

/** Makes the server copy the file to our own storage. Returns its key for later calls. */
export const adopt = async (secureUrl: string, folder: AdoptUploadRequest['folder'], signal: AbortSignal): Promise<string> =>
  (await callApi('adoptUpload', { body: { secureUrl, folder }, schema: adoptUploadResponse, signal })).key;

const saidCharactersMax = 200;

const saidIn = (body: unknown): string | undefined => {
  const { message } = ((body as { error?: unknown } | undefined)?.error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, saidCharactersMax) : undefined;
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
