/** An image host that takes photos in place of our own storage, where one is configured (SPEC 7; checklist X8, X9; Q64). */
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

/** Asked once, for all that the page sends. @throws ApiError UploadHostUnknown where the answer says nothing; Unreachable. */
export function uploadConfig(): Promise<UploadConfigResponse> {
  known ??= insist(() => callApi('getUploadConfig', { schema: uploadConfigResponse })).catch((cause) => {
    known = undefined;
    if (cause instanceof ApiError && ['Unreachable', 'Unauthorized', 'Blocked'].includes(cause.code)) throw cause;
    throw new ApiError('UploadHostUnknown', {}, { cause });
  });
  return known;
}

/** The form that the host takes, with SPEC's fields. */
export function hostForm(file: Blob, fileName: string, folder: string, uploadPreset: string): FormData {
  const form = new FormData();
  form.append('file', file, fileName);
  form.append('upload_preset', uploadPreset);
  form.append('folder', folder);
  form.append('resource_type', 'image');
  return form;
}

/** Where the host put the file. @throws ApiError UploadHostFailed for any other answer, with its status and what it says. */
export function hostedAt({ status, text }: Posted): string {
  const body = jsonOf(text);
  const hosted = hostedUpload.safeParse(body);
  if (status < 300 && hosted.success) return hosted.data.secure_url;
  throw new ApiError('UploadHostFailed', { status, body: saidIn(body) ?? text.slice(0, saidCharactersMax) });
}

/** Has the server copy it to our own storage. Answers the key that names it in later calls. */
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
