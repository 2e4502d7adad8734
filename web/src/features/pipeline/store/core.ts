/** The state of the before/after page, outside React. The state exists as long as the site is open. */
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { imageCost } from '#shared/credits/pricing.ts';
import type { Cents } from '#shared/money.ts';
import type { ListRunsResponse, RunResponse } from '#shared/pipeline/api.ts';
import { iterationsMax } from '#shared/pipeline/run.ts';
import type { Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import type { PictureProblem, Slot } from './check-picture.ts';
import type { Failure } from './failure.ts';
import { changeSetup, type Setup, type SetupChange, startSetup } from './setup.ts';

export type Busy = 'analyzing' | 'uploading' | 'starting';
export type RunAction = 'stopRun' | 'continueRun';
export type RunSummary = ListRunsResponse['items'][number];

export type PipelineState = {
  /** The prepared run. The browser stores it as a draft. */
  setup: Setup;
  /** Whether the setup belongs to the current user. */
  restored: boolean;
  uploads: ReadonlyMap<string, UploadState>;
  /** The reason why the last file of a slot was refused. */
  problems: Partial<Record<Slot, PictureProblem>>;
  busy: Busy | undefined;
  /** The reason why the last analysis, start, stop or continue failed. */
  failure: Failure | undefined;
  shortfall: Shortfall | undefined;
  /** The available balance. Undefined for a visitor, and until the balance is known. */
  available: Cents | undefined;
  /** Whether the seller has just opened the setup to change the words of an area. The field for an own area then takes the focus. */
  isAreaReopened: boolean;

  /** Id of the run in the URL of the page. */
  requestedRunId: string | undefined;
  /** Id of a run that the seller has closed and that is still in the URL. The page then removes it from the URL. */
  leftRunId: string | undefined;
  /** The run that was started on this page. The list of runs may not contain it yet. */
  startedRunId: string | undefined;
  /** Runs that the seller has closed in this browser. */
  closedRunIds: readonly string[];
  /** The newest runs of the account. */
  runs: readonly RunSummary[];
  /** The id of the shown run. Undefined while the page shows the setup. */
  runId: string | undefined;
  /** Whether the page has decided to show a run or the setup. */
  isRunKnown: boolean;
  run: RunResponse | undefined;
  /** Whether the run was deleted or belongs to another account. */
  isGone: boolean;
  /** Whether the run could not be read. */
  hasFailed: boolean;
  /** Whether the last reads failed, so that the page tries again. */
  isRetrying: boolean;

  /** The action of the call that currently stops or continues the run. */
  pendingAction: RunAction | undefined;
  /** Whether the dialog that asks before a stop is open. */
  isStopDialogOpen: boolean;
  /** The number of the iteration that the seller has selected. The input has the number 0. */
  selectedNumber: number | undefined;
  /** The number of the iteration under the pointer or the focus. */
  hoveredNumber: number | undefined;
  /** The number of the iteration that the review shows first. Undefined if the review is closed. */
  reviewedNumber: number | undefined;
};

/** The price of one image of a run. */
export const imageCents: Cents = imageCost('gemini-2.5-flash-image');
/** The maximum price of a run. */
export const maxCents: Cents = iterationsMax * imageCents;

const noRun = { run: undefined, isGone: false, hasFailed: false, isRetrying: false } as const;
const noView = {
  pendingAction: undefined,
  isStopDialogOpen: false,
  selectedNumber: undefined,
  hoveredNumber: undefined,
  reviewedNumber: undefined,
} as const;

export const store = createStore<PipelineState>(() => ({
  // The id is constant, because the build and the browser must render the same page.
  setup: startSetup(''),
  restored: false,
  uploads: new Map(),
  problems: {},
  busy: undefined,
  failure: undefined,
  shortfall: undefined,
  available: undefined,
  isAreaReopened: false,
  requestedRunId: undefined,
  leftRunId: undefined,
  startedRunId: undefined,
  closedRunIds: [],
  runs: [],
  runId: undefined,
  isRunKnown: false,
  ...noRun,
  ...noView,
}));

/** Initial values for all fields about the current run. */
export const resetForRunChange = { ...noRun, ...noView, failure: undefined };

export function change(edit: SetupChange): void {
  const { setup } = store.getState();
  const next = changeSetup(setup, edit);
  if (next !== setup) store.setState({ setup: next });
}

/** Returns the id of the current user, even if the session has expired. */
export const currentUserId = (): string | undefined => {
  const session = readSessionState();
  return session.status === 'user' ? session.user.id : undefined;
};

/** Returns a part of the state. The component renders again only when the part changes. */
export const usePipeline = <Part>(select: (state: PipelineState) => Part): Part => useStore(store, select);

export const isLocked = ({ restored, isRunKnown, busy }: PipelineState): boolean => !restored || !isRunKnown || busy !== undefined;
