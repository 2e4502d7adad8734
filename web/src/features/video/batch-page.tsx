import { WifiOff } from 'lucide-react';
import { useMemo, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoBatchResponse } from '#shared/batch/api.ts';
import { paths } from '#web/app/paths.ts';
import { useAiWrite } from '#web/features/ai-write/use-ai-write.ts';
import { WriteAll } from '#web/features/ai-write/write-all.tsx';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { InsufficientDialog, type Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { RejectedDialog } from '#web/features/upload/rejected-dialog.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { Announcer } from './announcer.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { BulkSettings } from './bulk-settings.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { type Card, changeCards, emptyCardsAtStart, fingerprint, roomForPhotos, startState } from './cards.ts';
import { CardsSection } from './cards-section.tsx';
import { CreateFailureNote } from './create-failure.tsx';
import { saveDraft } from './draft.ts';
import { ModelSelect } from './model-select.tsx';
import { newIds } from './new-id.ts';
import { RecreateDialog } from './recreate-dialog.tsx';
import { batchToRetry, failedCards } from './retry.ts';
import {
  downloadsOf,
  isEligible,
  lacking,
  lacksCredits,
  progressOf,
  quote,
  type RecreateScope,
  recreateChoices,
  withFreshPhotos,
} from './run.ts';
import { RunClock } from './run-clock.tsx';
import { RunStatus } from './run-status.tsx';
import { StylesPanel } from './styles-panel.tsx';
import { ToolSwitch } from './tool-switch.tsx';
import { questionOf, useCancel } from './use-cancel.ts';
import { undoToastMs, useCardActions } from './use-card-actions.ts';
import { useCreate } from './use-create.ts';
import { useDraft } from './use-draft.ts';
import { useDurations } from './use-durations.ts';
import { useModelChoice } from './use-model-choice.ts';
import { usePhotos } from './use-photos.ts';
import { useRuns } from './use-runs.ts';
import { useStable } from './use-stable.ts';
import { useUploads } from './use-uploads.ts';
import { useWaitingOrder } from './use-waiting-order.ts';

const isRunning = (batch: VideoBatchResponse) => batch.status === 'running';

/** Batch Image to Video (SPEC 2; checklist I). */
export function BatchPage() {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const signIn = useSignIn();
  const toast = useToast();
  const [state, change] = useReducer(changeCards, undefined, () => startState(newIds(emptyCardsAtStart), crypto.randomUUID()));
  const restored = useDraft('batch', state, change);
  const runs = useRuns('batch', state, change, restored);
  const remembered = useDurations(runs.items);
  const { uploads, states, progress } = useUploads('batch', state);
  const photos = usePhotos(roomForPhotos(state), change);
  const cancel = useCancel();
  const chooseModel = useModelChoice(state, change);
  const [shortfall, setShortfall] = useState<Shortfall>();
  const [choices, setChoices] = useState<Record<RecreateScope, Card[]>>();
  const { create, sending, stop, failure, dismissFailure } = useCreate({
    tool: 'batch',
    uploads,
    state,
    change,
    onShortfall: setShortfall,
  });
  const signInFirst = () => void saveDraft('batch', undefined, state).then(signIn);
  const aiWrite = useAiWrite({
    uploads,
    cards: state.cards,
    setPrompt: (cardId, prompt) => change({ type: 'cardEdited', cardId, settings: { prompt } }),
    signIn: signInFirst,
    locked: runs.running || sending !== undefined || !restored,
    kind: 'batch',
  });
  const { cardActions, clearAll, startNew, applyToAll } = useCardActions({
    state,
    change,
    runs,
    uploads,
    setFile: photos.setFile,
    cancelItem: cancel.cancelItem,
    onWrite: useStable((card: Card) => void aiWrite.writeOne(card)),
  });

  const running = runs.running || sending !== undefined;
  const locked = running || !restored;
  const counters = useMemo(() => progressOf(runs.batches, state.cards, runs.items), [runs.batches, state.cards, runs.items]);
  const eligible = useMemo(() => state.cards.filter(isEligible), [state.cards]);
  const failed = useMemo(() => failedCards(state.cards, runs.items), [state.cards, runs.items]);
  const missing = lacking(state.cards);
  const total = quote(eligible);
  const available = profile && balancesOf(profile).available;
  const signedIn = session.status === 'user';
  const hasRun = state.cards.some((card) => runs.items.has(card.id));
  const downloads = downloadsOf(state.cards.map(({ id }) => runs.items.get(id)));

  const start = useStable((cards: Card[]) => {
    const need = quote(cards);
    waiting.asked(cards);
    if (available !== undefined && available < need) return setShortfall({ need, have: available });
    create(withFreshPhotos(cards, runs.items), available ?? 0, batchToRetry(cards, state.sent, runs.items, runs.batches));
  });
  const waiting = useWaitingOrder({ path: paths.batchVideo, state, ready: restored && available !== undefined, send: start });
  const press = () => {
    if (!signedIn) return signInFirst();
    if (hasRun) setChoices(recreateChoices(state.cards, runs.items, state.sent));
    else start(eligible);
  };
  const copyPrompt = (prompt: string, name: string) => {
    const before = state.defaults.prompt;
    const write = (text: string) => change({ type: 'defaultEdited', settings: { prompt: text } });
    write(prompt);
    const undo = before.trim() !== '' && before !== prompt;
    toast({
      message: t('video.style_copied', { name }),
      ...(undo && { durationMs: undoToastMs, action: { label: t('common.undo'), run: () => write(before) } }),
    });
  };
  const runningBatches = runs.batches.filter(isRunning);
  const cancellable = sending?.phase === 'uploading' || questionOf(runningBatches).orders.length > 0;
  const cancelAll = () => (sending ? stop() : cancel.cancelAll(runningBatches));

  return (
    <>
      <PageTitle page={t('video.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <ToolSwitch />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold">{t('video.title')}</h1>
            <p className="mt-2 text-muted">{t('video.subtitle')}</p>
          </div>
          <ModelSelect model={state.model} onChange={chooseModel} disabled={locked} />
        </div>

        <div className="mt-8 grid items-stretch gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <DropZone onFiles={photos.addFiles} disabled={locked} checking={photos.checking} />
          <BulkSettings
            settings={state.defaults}
            model={state.model}
            change={change}
            onApply={applyToAll}
            disabled={locked}
            writeAll={
              <WriteAll
                cards={state.cards}
                progress={aiWrite.progress}
                disabled={locked}
                onWrite={(cards) => void aiWrite.writeAll(cards)}
                onStop={aiWrite.stop}
              />
            }
          />
        </div>
        <StylesPanel model={state.model} onPrompt={copyPrompt} disabled={locked} />

        <CardsSection
          state={state}
          actions={cardActions}
          items={runs.items}
          uploads={states}
          problems={photos.problems}
          sending={sending}
          cancelling={cancel.pending}
          writing={aiWrite.writing}
          restored={restored}
          running={running}
          onClear={clearAll}
        />
      </div>

      <BottomBar
        count={eligible.length}
        total={total}
        running={running}
        hasRun={hasRun}
        retry={{ count: failed.length, total: quote(failed) }}
        downloads={downloads}
        settled={eligible.every((card) => state.sent[card.id] === fingerprint(card))}
        reason={missing ? t(`video.lacking.${missing.what}`, { count: missing.count }) : t('video.nothing_to_create')}
        lacksCredits={available !== undefined && lacksCredits(available, total)}
        signedIn={signedIn}
        waiting={!restored}
        onCancel={cancellable ? cancelAll : undefined}
        onCreate={press}
        onRetry={() => start(failed)}
        onStartNew={startNew}
        status={
          <RunStatus
            running={running}
            uploading={progress}
            hasRun={hasRun}
            counters={counters}
            clock={<RunClock batches={runningBatches} remembered={remembered} />}
          />
        }
      >
        {runs.struggling && (
          <p role="status" className="mb-3 flex items-center gap-2 text-sm text-brass">
            <WifiOff aria-hidden className="size-4 shrink-0" />
            {t('video.struggling')}
          </p>
        )}
        {failure && <CreateFailureNote failure={failure} onDismiss={dismissFailure} />}
      </BottomBar>

      <Announcer running={running} counters={counters} />
      <RejectedDialog rejection={photos.rejection} onClose={photos.dismissRejection} />
      <InsufficientDialog shortfall={shortfall} onClose={() => setShortfall(undefined)} keepOrder={waiting.keep} />
      <CancelDialog question={cancel.question} onConfirm={cancel.confirm} onClose={cancel.dismiss} />
      <RecreateDialog
        choices={choices}
        available={available}
        onClose={() => setChoices(undefined)}
        onChoose={(cards) => {
          setChoices(undefined);
          start(cards);
        }}
      />
    </>
  );
}
