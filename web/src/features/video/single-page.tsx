import { Ratio, Sparkles, Store } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countersOf } from '#shared/batch/batch.ts';
import { paths } from '#web/app/paths.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { useAiWrite } from '#web/features/ai-write/use-ai-write.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { Announcer } from '#web/features/batch/announcer.tsx';
import { CancelDialog } from '#web/features/batch/cancel-dialog.tsx';
import { CreateFailureNote } from '#web/features/batch/create-failure.tsx';
import { downloadsOf } from '#web/features/batch/downloads.ts';
import { saveDraft } from '#web/features/batch/draft.ts';
import { hasFailed, lacking, lacksCredits } from '#web/features/batch/run.ts';
import { RunClock } from '#web/features/batch/run-clock.tsx';
import { Struggling } from '#web/features/batch/run-section.tsx';
import { RunStatus } from '#web/features/batch/run-status.tsx';
import { questionOf, useCancel } from '#web/features/batch/use-cancel.ts';
import { useCreate } from '#web/features/batch/use-create.ts';
import { useDraft } from '#web/features/batch/use-draft.ts';
import { useDurations } from '#web/features/batch/use-durations.ts';
import { useModelChoice } from '#web/features/batch/use-model-choice.ts';
import { usePhotos } from '#web/features/batch/use-photos.ts';
import { useRuns } from '#web/features/batch/use-runs.ts';
import { useStable } from '#web/features/batch/use-stable.ts';
import { useUploads } from '#web/features/batch/use-uploads.ts';
import { useWaitingOrder } from '#web/features/batch/use-waiting-order.ts';
import { InsufficientDialog, type Shortfall } from '#web/features/credits/insufficient-dialog.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { bringIntoView } from '#web/ui/bring-into-view.ts';
import { NotKept } from '#web/ui/not-kept.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { type Card, videoCards } from './cards.ts';
import { ResultGrid } from './result-grid.tsx';
import { type ShownVideo, videoMaking } from './run.ts';
import { videoShapes } from './shapes.ts';
import { cardOfSingle, changeSingle, resultsMax, resultsOf, runsInVain, type SingleChange, type SingleTab, startSingle } from './single.ts';
import { SingleBar } from './single-bar.tsx';
import { SinglePhoto } from './single-photo.tsx';
import { StyleGallery } from './style-gallery.tsx';
import { ToolSwitch } from './tool-switch.tsx';
import { useSingleActions } from './use-single-actions.ts';
import { VideoChoices } from './video-choices.tsx';
import { VideoModel } from './video-model.tsx';

const { isEligible, quote } = videoMaking;

/** Single Image to Video (SPEC 2; checklist H). */
export function SinglePage() {
  const { t } = useTranslation();
  const session = useSession();
  const profile = useProfile();
  const signIn = useSignIn();
  const [state, dispatch] = useReducer(changeSingle, undefined, () => startSingle(crypto.randomUUID()));
  const change = useStable((next: SingleChange) => {
    dispatch(next);
    if (next.type === 'batchStarted') removeRuns(next.replaces ? [next.replaces] : runsInVain(results));
  });
  const restored = useDraft('single-video', state, change);
  const runs = useRuns('single-video', state, change, restored);
  const { uploads, states, progress } = useUploads('single-video', state);
  const photos = usePhotos(state.cards, change);
  const cancel = useCancel();
  const chooseModel = useModelChoice(state, change, videoShapes);
  const [shortfall, setShortfall] = useState<Shortfall>();
  /** Which tile the order on its way is for: a new one, or that of a batch that is made again. */
  const [target, setTarget] = useState('new');
  const panel = useRef<HTMLDivElement>(null);
  const [orders, setOrders] = useState(0);
  const { create, sending, stop, failure, dismissFailure } = useCreate({
    tool: 'single-video',
    making: videoMaking,
    uploads,
    state,
    change,
    onShortfall: setShortfall,
  });
  const actions = useSingleActions(state, change, runs);

  const card = cardOfSingle(state);
  const signInFirst = () => void saveDraft('single-video', undefined, state).then(signIn);
  const aiWrite = useAiWrite({
    uploads,
    cards: state.cards,
    setPrompt: (cardId, prompt) => change({ type: 'cardEdited', cardId, settings: { prompt } }),
    signIn: signInFirst,
    locked: runs.running || runs.loading || sending !== undefined || !restored,
    kind: 'single',
  });
  const results = useMemo(() => resultsOf(runs.batches), [runs.batches]);
  const remembered = useDurations(useMemo(() => new Map(results.map((item) => [item.batchId, item])), [results]));
  const runningBatches = runs.batches.filter((batch) => batch.status === 'running');
  const running = runs.running || sending !== undefined;
  const locked = running || runs.loading || !restored;
  const counters = useMemo(() => {
    const live = runs.batches.filter((batch) => batch.status === 'running').flatMap(({ items }) => items);
    return countersOf(live.length > 0 ? live : results);
  }, [runs.batches, results]);
  const available = profile && balancesOf(profile).available;
  const signedIn = session.status === 'user';
  const missing = isEligible(card) ? undefined : (lacking([card], true)[0]?.what ?? 'both');

  const removeRuns = (batchIds: readonly string[]) => {
    if (batchIds.length === 0) return;
    runs.putAside(batchIds);
    dispatch({ type: 'resultsRemoved', batchIds });
  };
  useEffect(() => {
    removeRuns(results.slice(resultsMax).map(({ batchId }) => batchId));
  });

  const order = (ordered: Card, tile: string, retryOf?: string) => {
    const need = quote([ordered]);
    // What is made again stands in no card, and is ordered again by hand.
    waiting.asked(tile === 'new' ? [ordered] : []);
    if (available !== undefined && available < need) return setShortfall({ need, have: available });
    setTarget(tile);
    change({ type: 'tabOpened', tab: 'results' });
    create([ordered], available ?? 0, retryOf, tile === 'new' ? undefined : tile);
    setOrders((count) => count + 1);
  };
  useEffect(() => {
    if (orders > 0) bringIntoView(panel.current);
  }, [orders]);
  const waiting = useWaitingOrder({
    path: paths.singleVideo,
    state,
    ready: restored && available !== undefined,
    send: ([waited = card]) => order(waited, 'new'),
  });
  const run = () => {
    if (signedIn) order(card, 'new');
    else signInFirst();
  };
  const retry = (item: ShownVideo) => {
    const again = videoCards.cardOf(item);
    // Each run has a photo of its own, though all their items have one id.
    const photo = again.photo && { ...again.photo, id: `item:${item.batchId}` };
    order({ ...again, ...(photo && { photo }) }, item.batchId, hasFailed(item) ? item.batchId : undefined);
  };
  const cancellable = sending?.phase === 'uploading' || questionOf(runningBatches).orders.length > 0;

  return (
    <>
      <PageTitle page={t('single.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <NotKept />
        <ToolSwitch />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold">{t('single.title')}</h1>
            <p className="mt-2 text-pretty text-muted">{t('single.subtitle')}</p>
            <FeatureTags />
          </div>
          <VideoModel model={state.model} onChange={chooseModel} disabled={locked} />
        </div>

        <div className="mt-8 grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <section aria-label={t('single.left')} aria-busy={!restored} className="rounded-lg border border-line bg-surface p-5 shadow-card">
            <SinglePhoto
              photo={card.photo}
              upload={card.photo && states.get(card.photo.id)}
              problem={photos.problems[card.id]}
              locked={locked}
              running={running}
              onFile={(file) => void photos.setFile(card.id, file)}
              onRemove={actions.removePhoto}
              onUpload={(photo) => void uploads.ensure(photo)}
            />
            <div className="mt-4 flex flex-col gap-4">
              <VideoChoices
                card={card}
                disabled={locked}
                onEdit={(settings) => change({ type: 'cardEdited', cardId: card.id, settings })}
                aiWrite={
                  <AiWriteButton writing={aiWrite.writing.has(card.id)} disabled={locked} onPress={() => void aiWrite.writeOne(card)} />
                }
                rows={5}
              />
            </div>
          </section>

          <Tabs.Root
            ref={panel}
            value={state.tab}
            onValueChange={(tab) => change({ type: 'tabOpened', tab: tab as SingleTab })}
            className="min-w-0 rounded-lg border border-line bg-surface px-5 pt-2 pb-5 shadow-card"
          >
            <TabList results={results.length} />
            <Tabs.Content value="samples" className="pt-5">
              <StyleGallery
                styleId={state.styleId}
                onChoose={(styleId) => change({ type: 'styleChosen', styleId })}
                onPrompt={actions.copyPrompt}
                disabled={locked}
              />
            </Tabs.Content>
            <Tabs.Content value="results" className="pt-5">
              <ResultGrid
                results={results}
                sending={sending && target}
                running={running}
                cancelling={cancel.pending}
                downloads={downloadsOf('video', results)}
                onCancel={cancel.cancelItem}
                onRetry={retry}
                onRemove={actions.removeResult}
                onStale={runs.renew}
              />
            </Tabs.Content>
          </Tabs.Root>
        </div>
      </div>

      <SingleBar
        total={quote([card])}
        running={running}
        reason={missing && t(`single.lacking.${missing}`)}
        waiting={!restored || runs.loading}
        lacksCredits={available !== undefined && lacksCredits('video', available, quote([card]))}
        signedIn={signedIn}
        onRun={run}
        onStartNew={results.length > 0 && !running ? actions.startNew : undefined}
        onCancel={cancellable ? () => (sending ? stop() : cancel.cancelAll(runningBatches)) : undefined}
        status={
          <RunStatus
            kind="video"
            running={running}
            uploading={runs.loading ? undefined : progress}
            hasRun={results.length > 0}
            counters={counters}
            clock={<RunClock batches={runningBatches} remembered={remembered} />}
          />
        }
      >
        {runs.struggling && <Struggling />}
        {failure && <CreateFailureNote failure={failure} onDismiss={dismissFailure} />}
      </SingleBar>

      <Announcer kind="video" running={running} counters={counters} />
      <InsufficientDialog shortfall={shortfall} onClose={() => setShortfall(undefined)} keepOrder={waiting.keep} />
      <CancelDialog kind="video" question={cancel.question} onConfirm={cancel.confirm} onClose={cancel.dismiss} />
    </>
  );
}

function FeatureTags() {
  const { t } = useTranslation();
  const tags = [
    { icon: Ratio, label: t('single.tag_ratio') },
    { icon: Store, label: t('single.tag_platform') },
    { icon: Sparkles, label: t('single.tag_ai') },
  ];
  return (
    <ul aria-label={t('single.tags')} className="mt-4 flex flex-wrap gap-2">
      {tags.map(({ icon: Icon, label }) => (
        <li key={label} className="flex items-center gap-1.5 rounded-full border border-line bg-surface px-3 py-1 text-xs text-muted">
          <Icon aria-hidden className="size-3.5 text-accent-text" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function TabList({ results }: { results: number }) {
  const { t } = useTranslation();
  const tabs: { value: SingleTab; label: string }[] = [
    { value: 'samples', label: t('single.tab_samples') },
    { value: 'results', label: results > 0 ? t('single.tab_results_count', { count: results }) : t('single.tab_results') },
  ];
  return (
    <Tabs.List aria-label={t('single.tabs')} className="flex gap-6 border-b border-line">
      {tabs.map(({ value, label }) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className="money -mb-px min-h-11 border-b-2 border-transparent text-sm text-muted transition-colors hover:text-ink data-[state=active]:border-accent-text data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}
