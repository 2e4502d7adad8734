import { CircleAlert, Plus, WifiOff, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax, promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { InsufficientDialog, type Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { RejectedDialog, uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { saveAddress, spaced, videoFileName } from '#web/lib/download.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { Announcer } from './announcer.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { BulkSettings } from './bulk-settings.tsx';
import { type Card, changeCards, emptyCardsAtStart, fingerprint, isBlank, roomForPhotos, type Settings, startState } from './cards.ts';
import { saveDraft } from './draft.ts';
import { ModelSelect } from './model-select.tsx';
import { newId, newIds } from './new-id.ts';
import { RecreateDialog } from './recreate-dialog.tsx';
import { isEligible, lacksCredits, progressOf, quote, type RecreateScope, recreateChoices } from './run.ts';
import { useCreate } from './use-create.ts';
import { useDraft } from './use-draft.ts';
import { usePhotos } from './use-photos.ts';
import { useRuns } from './use-runs.ts';
import { useUploads } from './use-uploads.ts';
import { VideoCard } from './video-card.tsx';

/** Long enough to find the button that brings the cards back. */
const undoToastMs = 8_000;

/** Batch Image to Video (SPEC 2; checklist I). */
export function BatchPage() {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const signIn = useSignIn();
  const toast = useToast();
  const [state, change] = useReducer(changeCards, undefined, () => startState(newIds(emptyCardsAtStart)));
  const restored = useDraft(state, change);
  const runs = useRuns(state, change, restored);
  const { uploads, states } = useUploads(state);
  const photos = usePhotos(roomForPhotos(state), change);
  const [shortfall, setShortfall] = useState<Shortfall>();
  const [choices, setChoices] = useState<Record<RecreateScope, Card[]>>();
  const { create, sending, failure, dismissFailure } = useCreate(uploads, change, setShortfall);

  const running = runs.running || sending !== undefined;
  const locked = running || !restored;
  const counters = useMemo(() => progressOf(runs.batches, state.cards, runs.items), [runs.batches, state.cards, runs.items]);
  const eligible = useMemo(() => state.cards.filter(isEligible), [state.cards]);
  const total = quote(eligible);
  const available = profile && balancesOf(profile).available;
  const hasRun = state.cards.some((card) => runs.items.has(card.id));
  const finished = state.cards.flatMap((card) => {
    const item = runs.items.get(card.id);
    return item?.downloadUrl ? { item, url: item.downloadUrl } : [];
  });

  const start = (cards: Card[]) => {
    const need = quote(cards);
    if (available !== undefined && available < need) return setShortfall({ need, have: available });
    void create(cards, available ?? 0);
  };
  const press = () => {
    if (session.status !== 'user') {
      void saveDraft(undefined, state).then(signIn);
      return;
    }
    if (hasRun) setChoices(recreateChoices(state.cards, runs.items, state.sent));
    else start(eligible);
  };
  const undoable = (message: string, run: () => void) =>
    toast({ message, durationMs: undoToastMs, action: { label: t('common.undo'), run } });
  const removeCard = (card: Card) => {
    const index = state.cards.indexOf(card);
    change({ type: 'cardRemoved', cardId: card.id });
    if (!isBlank(card)) undoable(t('video.card_removed'), () => change({ type: 'cardPutBack', card, index }));
  };
  const clearAll = () => {
    runs.putAside();
    change({ type: 'cleared', newIds: newIds(emptyCardsAtStart) });
    undoable(t('video.cleared'), () => {
      runs.takeBack(state.batchIds);
      change({ type: 'restored', state });
    });
  };
  const applyToAll = (field: keyof Settings, label: string) => {
    change({ type: 'appliedToAll', field });
    toast({ message: t('video.applied', { setting: label, count: state.cards.length }) });
  };
  const startNew = () => {
    runs.putAside();
    change({ type: 'startedNew', newIds: newIds(emptyCardsAtStart) });
  };
  const downloadAll = () =>
    void spaced(finished, ({ item, url }) => saveAddress(url, videoFileName(item.title, Date.now()))).catch((error: unknown) => {
      console.error('downloads failed', error);
      toast({ message: t('video.download_failed'), durationMs: 6_000 });
    });
  const uploadsDone = sending && {
    total: sending.cardIds.size,
    done: state.cards.filter(({ id, photo }) => sending.cardIds.has(id) && photo && states.get(photo.id)?.status === 'done').length,
  };
  // The same function for every drawing: typing into one card must not draw a hundred.
  const latestRemove = useRef(removeCard);
  useEffect(() => {
    latestRemove.current = removeCard;
  });
  const onRemove = useCallback((card: Card) => latestRemove.current(card), []);

  return (
    <>
      <PageTitle page={t('video.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold">{t('video.title')}</h1>
            <p className="mt-2 text-muted">{t('video.subtitle')}</p>
          </div>
          <ModelSelect model={state.model} onChange={(model) => change({ type: 'modelChosen', model })} disabled={locked} />
        </div>

        <div className="mt-8 grid items-stretch gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <DropZone onFiles={photos.addFiles} disabled={locked} busy={photos.checking} />
          <BulkSettings settings={state.defaults} model={state.model} change={change} onApply={applyToAll} disabled={locked} />
        </div>

        <section aria-labelledby="cards" aria-busy={!restored} className="mt-10">
          <div className="mb-4 flex items-baseline justify-between gap-4">
            <h2 id="cards" className="text-xl font-semibold">
              {t('video.cards_title')}
            </h2>
            <p className="money text-sm text-muted">{t('video.cards_count', { count: state.cards.length, max: itemsPerBatchMax })}</p>
          </div>
          <ul className="space-y-4">
            {state.cards.map((card, index) => {
              const item = runs.items.get(card.id);
              return (
                <VideoCard
                  key={card.id}
                  number={index + 1}
                  card={card}
                  item={item}
                  upload={card.photo && states.get(card.photo.id)}
                  problem={photos.problems[card.id]}
                  sending={sending?.cardIds.has(card.id) ?? false}
                  changed={item !== undefined && state.sent[card.id] !== fingerprint(card)}
                  locked={locked}
                  change={change}
                  onFile={photos.setFile}
                  onRemove={onRemove}
                  onStale={runs.renew}
                />
              );
            })}
          </ul>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button disabled={locked || state.cards.length >= itemsPerBatchMax} onClick={() => change({ type: 'cardAdded', id: newId() })}>
              <Plus aria-hidden className="size-4" />
              {t('video.add_item')}
            </Button>
            <Tooltip text={running ? t('video.locked_remove') : undefined}>
              <Button kind="quiet" aria-disabled={locked} onClick={() => !locked && clearAll()}>
                {t('video.clear_all')}
              </Button>
            </Tooltip>
          </div>
        </section>
      </div>

      <BottomBar
        count={eligible.length}
        total={total}
        running={running}
        uploading={uploadsDone && uploadsDone.done < uploadsDone.total ? uploadsDone : undefined}
        hasRun={hasRun}
        counters={counters}
        downloads={finished.length}
        lacksCredits={available !== undefined && lacksCredits(available, total)}
        signedIn={session.status === 'user'}
        waiting={!restored}
        onCreate={press}
        onStartNew={startNew}
        onDownloadAll={downloadAll}
      >
        {runs.struggling && (
          <p role="status" className="mb-3 flex items-center gap-2 text-sm text-brass">
            <WifiOff aria-hidden className="size-4 shrink-0" />
            {t('video.struggling')}
          </p>
        )}
        {failure && (
          <div
            role="alert"
            className="mb-3 flex items-start gap-3 rounded-md border border-danger/40 bg-danger-soft py-2 ps-4 pe-2 text-sm"
          >
            <CircleAlert aria-hidden className="mt-2 size-4 shrink-0 text-danger" />
            <p className="flex-1 py-1.5">
              {failure.title && <span className="block font-semibold break-all">{failure.title}</span>}
              {t(`errors.${failure.code}`, { ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax })}
            </p>
            <IconButton label={t('common.dismiss')} onClick={dismissFailure}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        )}
      </BottomBar>

      <Announcer running={running} counters={counters} />
      <RejectedDialog files={photos.rejected} onClose={photos.dismissRejected} />
      <InsufficientDialog shortfall={shortfall} onClose={() => setShortfall(undefined)} />
      <RecreateDialog
        choices={choices}
        onClose={() => setChoices(undefined)}
        onChoose={(cards) => {
          setChoices(undefined);
          start(cards);
        }}
      />
    </>
  );
}
