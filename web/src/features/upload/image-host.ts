/** If an image host is configured, the page uploads photos to this host instead of our own storage (docs/spec.md 4.6, 17.5). */
import {
  type AdoptUploadRequest,
  adoptUploadResponse,
  hostedUpload,
  type UploadConfigResponse,
  uploadConfigResponse,
} from '#shared/upload/api.ts';
import { ApiError, callApi } from '#web/lib/api.ts';
import { retryCall } from '#web/lib/retry-call.ts';
import type { PostResponse } from './post-form.ts';

let loadedConfig: Promise<UploadConfigResponse> | undefined;

/**
 * Reads the configuration once for all uploads of the page.
 * @throws ApiError Unreachable, Unauthorized or Blocked, if the call itself fails with this code. UploadHostUnknown for every other
 * failure.
 */
export function uploadConfig(): Promise<UploadConfigResponse> {
  loadedConfig ??= retryCall(() => callApi('getUploadConfig', { schema: uploadConfigResponse })).catch((cause) => {
    loadedConfig = undefined;
    if (cause instanceof ApiError && ['Unreachable', 'Unauthorized', 'Blocked'].includes(cause.code)) throw cause;
    throw new ApiError('UploadHostUnknown', {}, { cause });
  });
  return loadedConfig;
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

/**
 * Returns the URL of the file on the host.
 * @throws ApiError UploadHostFailed if the response is not a success or contains no URL. The error contains the status and the text of
 * the response.
 */
export function hostedUrlOf({ status, text }: PostResponse): string {
  const body = jsonOf(text);
  const hosted = hostedUpload.safeParse(body);
  if (status < 300 && hosted.success) return hosted.data.secure_url;
  throw new ApiError('UploadHostFailed', { status, body: messageIn(body) ?? text.slice(0, messageCharactersMax) });
}

/** Makes the server copy the file to our own storage. Returns the key of the copy for later calls. */
export const adoptFromHost = async (secureUrl: string, folder: AdoptUploadRequest['folder'], signal: AbortSignal): Promise<string> =>
  (await callApi('adoptUpload', { body: { secureUrl, folder }, schema: adoptUploadResponse, signal })).key;

const messageCharactersMax = 200;

const messageIn = (body: unknown): string | undefined => {
  const { message } = ((body as { error?: unknown } | undefined)?.error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, messageCharactersMax) : undefined;
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
