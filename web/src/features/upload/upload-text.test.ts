import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { UploadState } from './upload-queue.ts';
import { uploadText } from './upload-text.ts';

const t = ((key: string) => key) as unknown as TFunction;

describe('the text of an upload', () => {
  test.each<[UploadState | undefined, string | undefined]>([
    [undefined, undefined],
    [{ status: 'waiting' }, 'upload.waiting'],
    [{ status: 'sending', share: 0.456 }, 'state.uploading 46%'],
    [{ status: 'stalled' }, 'upload.stalled'],
    [{ status: 'done', key: 'key' }, 'state.uploaded'],
    [{ status: 'failed', error: undefined }, undefined],
  ])('%j', (upload, text) => {
    expect(uploadText(upload, t, 'en')).toBe(text);
  });
});
