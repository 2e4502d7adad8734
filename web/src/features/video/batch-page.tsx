import { Clapperboard, Monitor, Pencil, Proportions, Timer, Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import type { BasicCard } from '#web/features/batch/cards/cards.ts';
import type { ShownItem } from '#web/features/batch/cards/run.ts';
import { chooseModel } from '#web/features/batch/store/model-choice.ts';
import { type AppliedSetting, asAnyTool, type Bench, useBenchState } from '#web/features/batch/view/bench-context.tsx';
import { Workbench } from '#web/features/batch/view/workbench.tsx';
import { dollars } from '#web/lib/money.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Select } from '#web/ui/select.tsx';
import { batchVideo, batchVideoAiWrite } from './batch-tool.ts';
import { type Card, expectedVideo, type Settings, videoCards } from './cards.ts';
import { CropAgain } from './crop-again.tsx';
import { type ShownVideo, videoOrderRules } from './run.ts';
import { StyleSamples } from './style-samples.tsx';
import { ToolSwitch } from './tool-switch.tsx';
import { VideoFrame, VideoFrameNote } from './video-frame.tsx';
import { videoRatios } from './video-ratios.ts';
import { VideoResult } from './video-result.tsx';
import { VideoSettings } from './video-settings.tsx';

/** The page Batch Image to Video. */
export function BatchPage() {
  const { t } = useTranslation();
  const audioText = (isOn: boolean) => (isOn ? t('video.audio_on') : t('video.audio_off'));
  const bench: Bench = {
    kind: 'video',
    tool: asAnyTool(batchVideo),
    needsPrompt: true,
    promptPlaceholder: t('video.prompt_placeholder'),
    cardPlaceholder: t('video.prompt_placeholder'),
    aiWrite: batchVideoAiWrite,
    title: t('video.title'),
    subtitle: t('video.subtitle'),
    runningNote: t('video.locked_remove'),
    pageSwitch: <ToolSwitch />,
    Model: BatchModel,
    Settings: VideoSettings,
    settingsText: (card) => {
      const { aspectRatio, durationSeconds, resolution, generateAudio } = card as Card;
      return [
        aspectRatio,
        t('video.seconds', { seconds: durationSeconds }),
        resolution,
        generateAudio ? t('review.audio_on') : t('review.audio_off'),
      ].join(' · ');
    },
    appliedSettings: (defaults) => appliedSettings(defaults as Settings, t('video.seconds', { seconds: 8 }), audioText),
    Frame: VideoFrame,
    FrameNote: VideoFrameNote,
    Result: VideoResult,
    ResultNote: CropNote,
    Samples: StyleSamples,
    expectedResult: expectedVideo,
    findCheaperModel,
  };
  const labels: Record<string, string> = {
    prompt: t('batch.prompt'),
    aspectRatio: t('batch.aspect_ratio'),
    durationSeconds: t('video.duration'),
    resolution: t('video.resolution'),
    generateAudio: t('video.audio'),
  };
  const { appliedSettings: settingsOf } = bench;
  return (
    <Workbench
      bench={{ ...bench, appliedSettings: (defaults) => settingsOf(defaults).map((one) => ({ ...one, label: labels[one.field] ?? '' })) }}
    />
  );
}

/** Offers the free crop of a video whose crop failed. */
const CropNote = ({ item }: { item: ShownItem }) => ((item as ShownVideo).cropFallback ? <CropAgain item={item as ShownVideo} /> : null);

const appliedSettings = (defaults: Settings, duration: string, audioText: (isOn: boolean) => string): AppliedSetting[] => [
  { field: 'prompt', label: '', icon: <Pencil aria-hidden />, value: '' },
  { field: 'aspectRatio', label: '', icon: <Proportions aria-hidden />, value: defaults.aspectRatio },
  { field: 'durationSeconds', label: '', icon: <Timer aria-hidden />, value: duration },
  { field: 'resolution', label: '', icon: <Monitor aria-hidden />, value: defaults.resolution },
  { field: 'generateAudio', label: '', icon: <Volume2 aria-hidden />, value: audioText(defaults.generateAudio) },
];

/** If the balance does not cover an order, returns a cheaper model and its price. Returns undefined if there is no cheaper model. */
function findCheaperModel(cards: readonly BasicCard[]) {
  const [first] = cards as readonly Card[];
  const fastModel = videoModels.find(({ id, isEnabled }) => isEnabled && id === 'veo3-fast');
  if (!first || !fastModel || first.model === fastModel.id) return undefined;
  const changedCards = (cards as readonly Card[]).map((card) => ({ ...videoCards.adaptSettings(card, fastModel.id), model: fastModel.id }));
  return {
    name: fastModel.displayName,
    total: videoOrderRules.quote(changedCards),
    note: fastModel.specs.resolution,
    choose: () => {
      chooseModel(batchVideo.core, videoRatios, fastModel.id);
      const ids = new Set(cards.map(({ id }) => id));
      batchVideo.order(batchVideo.store.getState().draft.cards.filter(({ id }) => ids.has(id)));
    },
  };
}

/** The field for the model, with the prices per second. */
function BatchModel({ look, disabled }: { look: 'chip' | 'field'; disabled: boolean }) {
  const { t } = useTranslation();
  const model = useBenchState(({ draft }) => draft.model) as VideoModelId;
  const pricing = videoModel(model)?.pricing;
  const options = videoModels
    .filter(({ isEnabled }) => isEnabled)
    .map(({ id, displayName: name, isRecommended }) => ({
      value: id,
      label: isRecommended ? t('video.model_recommended', { name }) : name,
    }));
  const commonProps = {
    label: t('batch.model'),
    value: model,
    options,
    disabled,
    onChange: (id: string) => chooseModel(batchVideo.core, videoRatios, id as VideoModelId),
  };
  const price = pricing && t('video.price_line', { off: dollars(pricing.audioOff), on: dollars(pricing.audioOn) });
  return look === 'chip' ? (
    <div className="flex items-center gap-3">
      <Chip {...commonProps} icon={<Clapperboard aria-hidden />} hasChevron />
      <p className="money max-w-44 text-sm leading-tight text-brass">{price}</p>
    </div>
  ) : (
    <div className="w-full tablet:w-64">
      <Select {...commonProps} />
      <p className="money mt-1.5 text-sm text-brass">{price}</p>
    </div>
  );
}
