/** The state of the photo edit page, outside React. The state exists as long as the site is open, even on other pages. */
import { createStore } from 'zustand/vanilla';
import type { EditBatchItem, EditBatchResponse } from '#shared/batch/api.ts';
import type { PhotoEditSettings } from '#shared/photo-edit/settings.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { Rejection } from '#web/features/upload/rejected-dialog.tsx';
import { sendPhoto } from '#web/features/upload/send-photo.ts';
import { createUploadQueue, type UploadState } from '#web/features/upload/upload-queue.ts';
import type { PageErrorCode } from '#web/lib/api.ts';
import { changeDraft, type EditChange, type EditDraft, startDraft } from './draft.ts';

/** An item with the id and the settings of its batch, as the page shows it. */
export type ShownEdit = EditBatchItem & { batchId: string; settings: PhotoEditSettings };

export type EditState = {
  draft: EditDraft;
  /** Whether the draft belongs to the current user. */
  restored: boolean;
  /** The photo in the large display area. */
  selectedId: string | undefined;
  uploads: ReadonlyMap<string, UploadState>;
  batches: readonly EditBatchResponse[];
  /** The newest item of each photo, by the id of the photo. */
  items: ReadonlyMap<string, ShownEdit>;
  /** The newest delivered item of each photo. */
  results: ReadonlyMap<string, ShownEdit>;
  /** Photos that the seller has marked. One new order edits all of them again. */
  redoIds: ReadonlySet<string>;
  /** Whether the page is reading batches for the first time. */
  loadingRuns: boolean;
  /** Whether the last reads failed. */
  isRetrying: boolean;
  /** The progress of the running check of files. */
  checking: { done: number; total: number } | undefined;
  /** If the seller chose one file and it was rejected: the reason. */
  problem: string | undefined;
  rejection: Rejection | undefined;
  /** Number of photos that were not added, because the page already had the maximum. */
  notAddedCount: number;
  /** The photos of the order that is being sent. */
  sending: { ids: ReadonlySet<string>; phase: 'uploading' | 'sending-order' } | undefined;
  failure: PageErrorCode | undefined;
  shortfall: Shortfall | undefined;
  /** The photos of the last order. This order may wait for a payment. */
  idsToOrder: readonly string[];
  /** Whether waiting photos are being cancelled. */
  cancelling: boolean;
  /** The result that the review shows first. */
  reviewedId: string | undefined;
};

export const editStore = createStore<EditState>(() => ({
  // The id is constant, because the build and the browser must render the same page.
  draft: startDraft(''),
  restored: false,
  selectedId: undefined,
  uploads: new Map(),
  batches: [],
  items: new Map(),
  results: new Map(),
  redoIds: new Set(),
  loadingRuns: false,
  isRetrying: false,
  checking: undefined,
  problem: undefined,
  rejection: undefined,
  notAddedCount: 0,
  sending: undefined,
  failure: undefined,
  shortfall: undefined,
  idsToOrder: [],
  cancelling: false,
  reviewedId: undefined,
}));

export const editUploads = createUploadQueue(sendPhoto);

export function change(edit: EditChange): void {
  const { draft } = editStore.getState();
  const next = changeDraft(draft, edit);
  if (next !== draft) editStore.setState({ draft: next });
}

export const getDraft = (): EditDraft => editStore.getState().draft;
