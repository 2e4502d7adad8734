/** Starts the tool, and connects its state with the stored draft and the session. */
import { liveUserId } from '#web/features/batch/store/core.ts';
import { type KeptDraft, keepDraft } from '#web/lib/drafts/keep-draft.ts';
import { t } from '#web/lib/i18n/t.ts';
import { signIn } from '#web/lib/session/session.ts';
import { showToast } from '#web/ui/toast-store.ts';
import type { Choices } from '../choices.ts';
import { type PresetName, presets, replacesTyped } from '../presets.ts';
import { change, draftNow, editStore } from './core.ts';
import { type EditDraft, startDraft } from './draft.ts';
import { orderEdits, sendPaidOrder } from './ordering.ts';
import { undoToastMs } from './photos.ts';
import { followRuns } from './runs.ts';
import { isTyping, storedDraft } from './stored-draft.ts';
import { followUploads } from './uploads.ts';

let kept: KeptDraft | undefined;
let stops: (() => void)[] | undefined;

const newDraft = (): EditDraft => startDraft(crypto.randomUUID());
const save = async (): Promise<void> => kept?.save();

const keep = (): KeptDraft =>
  keepDraft<EditDraft>({
    draft: storedDraft,
    get: draftNow,
    subscribe: (listener) =>
      editStore.subscribe(({ draft }, before) => {
        if (draft !== before.draft) listener(draft);
      }),
    replace: (draft, reason) => {
      change({ type: 'replaced', draft });
      if (reason === 'new-user')
        editStore.setState({ selectedId: undefined, failure: undefined, problem: undefined, rejection: undefined, leftOut: 0 });
    },
    start: newDraft,
    isTyping,
    onRestored: (restored) => editStore.setState({ restored }),
  });

/** Call it when the page is shown. Later calls do nothing. */
export function startPhotoEdit(): void {
  if (stops) return;
  change({ type: 'replaced', draft: newDraft() });
  kept = keep();
  stops = [kept.stop, followRuns(), followUploads()];
}

/** Stops everything that `startPhotoEdit` has started. Only tests need it. */
export function stopPhotoEdit(): void {
  for (const stop of stops ?? []) stop();
  stops = undefined;
}

/** Orders edits of some photos. A visitor signs in first; the photos and settings are kept. */
export function editPhotos(ids: readonly string[]): void {
  if (liveUserId()) orderEdits(ids, save);
  else void save().then(signIn);
}

export const sendPaidEdits = (): void => sendPaidOrder(save);

export const choose = (choices: Partial<Choices>): void => change({ type: 'choicesChanged', choices });

/** Applies a preset. A toast can undo it if it replaces a typed description. */
export function applyPreset(name: PresetName): void {
  const before = draftNow().choices;
  choose(presets[name].choices);
  if (!replacesTyped(before, name)) return;
  showToast({
    message: t('photo_edit.description_replaced'),
    durationMs: undoToastMs,
    action: { label: t('common.undo'), run: () => choose(before) },
  });
}
