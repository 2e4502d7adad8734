/** Starts the tool, and connects its state with the stored draft and the session. */
import { renewedAddresses } from '#web/features/batch/calls/renewed-addresses.ts';
import { liveUserId } from '#web/features/batch/store/core.ts';
import { type DraftKeeper, keepDraft } from '#web/lib/drafts/keep-draft.ts';
import { t } from '#web/lib/i18n/t.ts';
import { signIn } from '#web/lib/session/session.ts';
import { showToast } from '#web/ui/toast-store.ts';
import type { Choices } from '../choices.ts';
import { choicesForMode, type PresetName, presets, replacesTypedDescription } from '../presets.ts';
import { change, editStore, getDraft, type ShownEdit } from './core.ts';
import { type EditDraft, startDraft } from './draft.ts';
import { orderEdits, sendPaidOrder } from './ordering.ts';
import { undoToastMs } from './photos.ts';
import { followRuns } from './runs.ts';
import { isTyping, storedDraft } from './stored-draft.ts';
import { followUploads } from './uploads.ts';

let draftKeeper: DraftKeeper | undefined;
let stops: (() => void)[] | undefined;

const newDraft = (): EditDraft => startDraft(crypto.randomUUID());
const save = async (): Promise<void> => draftKeeper?.save();

async function renewPhotos(): Promise<void> {
  const addresses = await renewedAddresses(getDraft().photos.map(({ photo }) => photo));
  if (addresses.size > 0) change({ type: 'photosRenewed', addresses });
}

const startDraftKeeper = (): DraftKeeper =>
  keepDraft<EditDraft>({
    draft: storedDraft,
    get: getDraft,
    subscribe: (listener) =>
      editStore.subscribe(({ draft }, before) => {
        if (draft !== before.draft) listener(draft);
      }),
    replace: (draft, reason) => {
      change({ type: 'replaced', draft });
      if (reason === 'new-user')
        editStore.setState({ selectedId: undefined, failure: undefined, problem: undefined, rejection: undefined, notAddedCount: 0 });
    },
    start: newDraft,
    isTyping,
    onRestored: (restored) => {
      editStore.setState({ restored });
      if (restored && liveUserId()) void renewPhotos();
    },
  });

/** Starts the tool when the page is shown. Later calls have no effect. */
export function startPhotoEdit(): void {
  if (stops) return;
  change({ type: 'replaced', draft: newDraft() });
  draftKeeper = startDraftKeeper();
  stops = [draftKeeper.stop, followRuns(), followUploads()];
}

/** Stops everything that `startPhotoEdit` has started. Only tests call this function. */
export function stopPhotoEdit(): void {
  for (const stop of stops ?? []) stop();
  stops = undefined;
}

/** Orders edits of some photos. A visitor must sign in first. Before the sign-in, the browser stores the photos and settings. */
export function editPhotos(ids: readonly string[]): void {
  if (liveUserId()) orderEdits(ids, save);
  else void save().then(signIn);
}

/** Orders an edit again with its own settings, which the seller has changed since then. */
export const repeatEdit = ({ itemId, settings }: ShownEdit): void => orderEdits([itemId], save, settings);

export const sendPaidEdits = (): void => sendPaidOrder(save);

export const choose = (choices: Partial<Choices>): void => change({ type: 'choicesChanged', choices });

export const chooseMode = (apiMode: Choices['apiMode']): void => choose(choicesForMode(getDraft().choices, apiMode));

/** Applies a preset. If the preset replaces a typed description, a toast offers to undo the change. */
export function applyPreset(name: PresetName): void {
  const previous = getDraft().choices;
  choose(presets[name].choices);
  if (!replacesTypedDescription(previous, name)) return;
  showToast({
    message: t('photo_edit.description_replaced'),
    durationMs: undoToastMs,
    action: { label: t('common.undo'), run: () => choose(previous) },
  });
}
