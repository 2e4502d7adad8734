/** The state of the photo edit page, outside React. It lives as long as the site is open, on every page. */
import { createStore } from 'zustand/vanilla';
import type { EditBatchItem, EditBatchResponse } from '#shared/batch/api.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { Rejection } from '#web/features/upload/rejected-dialog.tsx';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue, type UploadState } from '#web/features/upload/upload-queue.ts';
import type { PageErrorCode } from '#web/lib/api.ts';
import { changeDraft, type EditChange, type EditDraft, startDraft } from './draft.ts';

/** An item with its batch, as the page shows it. */
export type ShownEdit = EditBatchItem & { batchId: string; settings: PhotoEditSettings };

export type EditState = {
  draft: EditDraft;
  /** Whether the draft belongs to the current user. */
  restored: boolean;
  /** The photo on the stage. */
  selectedId: string | undefined;
  uploads: ReadonlyMap<string, UploadState>;
  batches: readonly EditBatchResponse[];
  /** The newest item of each photo, by the id of the photo. */
  items: ReadonlyMap<string, ShownEdit>;
  /** The newest delivered item of each photo. */
  results: ReadonlyMap<string, ShownEdit>;
  /** Whether batches are read for the first time. */
  loadingRuns: boolean;
  /** Whether the last reads failed. */
  struggling: boolean;
  /** Files that are checked now. */
  checking: { done: number; total: number } | undefined;
  /** Why the page did not accept the only chosen file. */
  problem: string | undefined;
  rejection: Rejection | undefined;
  /** Number of photos above the maximum, which were not added. */
  leftOut: number;
  /** The photos of the order that is sent now. */
  sending: { ids: ReadonlySet<string>; phase: 'uploading' | 'ordering' } | undefined;
  failure: PageErrorCode | undefined;
  shortfall: Shortfall | undefined;
  /** The photos of the last order, which can wait for a payment. */
  orderedIds: readonly string[];
  /** Batches whose waiting photos are being cancelled. */
  cancelling: boolean;
  /** The result that the review shows first. */
  reviewedId: string | undefined;
};

export const editStore = createStore<EditState>(() => ({
  // A fixed id, because the server renders the same page.
  draft: startDraft(''),
  restored: false,
  selectedId: undefined,
  uploads: new Map(),
  batches: [],
  items: new Map(),
  results: new Map(),
  loadingRuns: false,
  struggling: false,
  checking: undefined,
  problem: undefined,
  rejection: undefined,
  leftOut: 0,
  sending: undefined,
  failure: undefined,
  shortfall: undefined,
  orderedIds: [],
  cancelling: false,
  reviewedId: undefined,
}));

export const editUploads = createUploadQueue(sendPhoto);

export function change(one: EditChange): void {
  const { draft } = editStore.getState();
  const next = changeDraft(draft, one);
  if (next !== draft) editStore.setState({ draft: next });
}

export const draftNow = (): EditDraft => editStore.getState().draft;
