import { Images, Pencil, Proportions } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ImageModelId, imageModel, imageModels } from '#shared/catalogue.ts';
import type { ShownItem } from '#web/features/batch/cards/run.ts';
import { chooseModel } from '#web/features/batch/store/model-choice.ts';
import { asAnyTool, type Bench, type SettingsProps, useBenchState } from '#web/features/batch/view/bench-context.tsx';
import { openReview } from '#web/features/batch/view/view-store.ts';
import { Workbench } from '#web/features/batch/view/workbench.tsx';
import { dollars } from '#web/lib/money.ts';
import { Chip } from '#web/ui/chip.tsx';
import { Select } from '#web/ui/select.tsx';
import { batchImage, batchImageAiWrite } from './batch-tool.ts';
import { imageRatios } from './cards.ts';
import { ImageExamples } from './image-examples.tsx';
import { ImageFrame, ImageFrameNote } from './image-frame.tsx';
import { ImagePresets } from './image-presets.tsx';
import { ImageRatio } from './image-ratio.tsx';

/** Batch Image to Image. */
export function BatchPage() {
  const { t } = useTranslation();
  const defaultPrompt = t('image.default_prompt');
  const bench: Bench = {
    kind: 'image',
    tool: asAnyTool(batchImage),
    needsPrompt: false,
    promptPlaceholder: t('image.prompt_placeholder', { prompt: defaultPrompt }),
    cardPlaceholder: t('image.default_prompt_note', { prompt: defaultPrompt }),
    aiWrite: batchImageAiWrite,
    title: t('image.title'),
    subtitle: t('image.tagline'),
    runningNote: t('image.generating_banner'),
    Model: BatchModel,
    Settings: ImageSettings,
    settingsText: ({ aspectRatio }) => aspectRatio,
    appliedSettings: ({ aspectRatio }) => [
      { field: 'prompt', label: t('batch.prompt'), icon: <Pencil aria-hidden />, value: '' },
      { field: 'aspectRatio', label: t('batch.aspect_ratio'), icon: <Proportions aria-hidden />, value: aspectRatio },
    ],
    Frame: ImageFrame,
    FrameNote: ImageFrameNote,
    Result: ImageResult,
    Presets: ImagePresets,
    Examples: ImageExamples,
  };
  return <Workbench bench={bench} />;
}

function ImageSettings({ settings, model, disabled, look, hasChevron = false, onChange }: SettingsProps) {
  return (
    <ImageRatio
      value={settings.aspectRatio}
      model={model as ImageModelId}
      disabled={disabled}
      look={look}
      {...(look === 'chip' && { hasChevron })}
      onChange={(aspectRatio) => onChange({ aspectRatio })}
    />
  );
}

/** A delivered image in the picture area (pane) of its card. A click opens the review. */
function ImageResult({ item, onStale }: { item: ShownItem; onStale: () => void }) {
  const { t } = useTranslation();
  if (!('imageUrl' in item)) return null;
  const { title, imageUrl, thumbnailUrl, itemId } = item;
  const src = thumbnailUrl ?? imageUrl;
  return (
    <button
      type="button"
      aria-label={t('image.result.enlarge', { title })}
      onClick={() => openReview(itemId)}
      className="grid size-full place-items-center"
    >
      <img
        src={src}
        alt={t('image.result.label', { title })}
        loading="lazy"
        decoding="async"
        onError={onStale}
        className="max-h-full max-w-full rounded-sm object-contain shadow-card"
      />
    </button>
  );
}

/** The model of the page and the price of an image. */
function BatchModel({ look, disabled }: { look: 'chip' | 'field'; disabled: boolean }) {
  const { t } = useTranslation();
  const model = useBenchState(({ draft }) => draft.model) as ImageModelId;
  const price = imageModel(model)?.price;
  const commonProps = {
    label: t('batch.model'),
    value: model,
    options: imageModels.map(({ id, displayName }) => ({ value: id, label: displayName })),
    disabled,
    onChange: (id: string) => chooseModel(batchImage.core, imageRatios, id as ImageModelId),
  };
  const text = price !== undefined && t('image.price_line', { price: dollars(price) });
  return look === 'chip' ? (
    <div className="flex items-center gap-3">
      <Chip {...commonProps} icon={<Images aria-hidden />} hasChevron />
      <p className="money max-w-42 text-sm leading-tight text-brass">{text}</p>
    </div>
  ) : (
    <div className="w-full tablet:w-64">
      <Select {...commonProps} />
      <p className="money mt-1.5 text-sm text-brass">{text}</p>
    </div>
  );
}
