import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { useAiWrite } from '#web/features/ai-write/use-ai-write.ts';
import { WriteAll } from '#web/features/ai-write/write-all.tsx';
import { CardsSection } from '#web/features/batch/cards-section.tsx';
import { lacking } from '#web/features/batch/run.ts';
import { RunSection } from '#web/features/batch/run-section.tsx';
import { useBatchPage } from '#web/features/batch/use-batch-page.ts';
import { undoToastMs } from '#web/features/batch/use-card-actions.ts';
import { useModelChoice } from '#web/features/batch/use-model-choice.ts';
import { useStable } from '#web/features/batch/use-stable.ts';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { NotKept } from '#web/ui/not-kept.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { BulkSettings } from './bulk-settings.tsx';
import { type Card, type Change, videoCards } from './cards.ts';
import { videoMaking } from './run.ts';
import { videoShapes } from './shapes.ts';
import { StylesPanel } from './styles-panel.tsx';
import { ToolSwitch } from './tool-switch.tsx';
import { VideoCard } from './video-card.tsx';
import { VideoModel } from './video-model.tsx';

/** Batch Image to Video (SPEC 2; checklist I). */
export function BatchPage() {
  const { t } = useTranslation();
  const toast = useToast();
  const page = useBatchPage({ tool: 'batch-video', path: paths.batchVideo, rules: videoCards, making: videoMaking });
  const { state, change, photos, locked } = page;
  const chooseModel = useModelChoice(state, change, videoShapes);
  const aiWrite = useAiWrite({
    uploads: page.uploads,
    cards: state.cards,
    setPrompt: (cardId, prompt) => change({ type: 'cardEdited', cardId, settings: { prompt } }),
    signIn: page.signInFirst,
    locked,
    kind: 'batch',
  });
  const onWrite = useStable((card: Card) => void aiWrite.writeOne(card));

  const copyPrompt = (prompt: string, name: string) => {
    const copied: Change = { type: 'defaultEdited', settings: { prompt } };
    const after = videoCards.changeCards(state, copied);
    change(copied);
    const written = state.defaults.prompt;
    const undo = written.trim() !== '' && written !== prompt;
    toast({
      message: t('video.style_copied', { name }),
      ...(undo && {
        durationMs: undoToastMs,
        action: { label: t('common.undo'), run: () => change({ type: 'undone', before: state, after }) },
      }),
    });
  };

  return (
    <>
      <PageTitle page={t('video.title')} />
      <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <NotKept />
        <ToolSwitch />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="max-w-2xl">
            <h1 className="text-2xl font-semibold">{t('video.title')}</h1>
            <p className="mt-2 text-muted">{t('video.subtitle')}</p>
          </div>
          <VideoModel model={state.model} onChange={chooseModel} disabled={locked} />
        </div>

        <div className="mt-8 grid grid-cols-1 items-stretch gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <DropZone onFiles={photos.addFiles} disabled={locked} checking={photos.checking} />
          <BulkSettings
            settings={state.defaults}
            model={state.model}
            change={change}
            onApply={page.applyToAll}
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

        <CardsSection page={page}>
          {(standing) => (
            <VideoCard
              key={standing.card.id}
              {...standing}
              {...page.cardActions}
              writing={aiWrite.writing.has(standing.card.id)}
              onWrite={onWrite}
            />
          )}
        </CardsSection>
      </div>
      <RunSection page={page} missing={lacking(state.cards, true)} />
    </>
  );
}
