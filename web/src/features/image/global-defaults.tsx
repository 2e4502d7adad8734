import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageModelId } from '#shared/catalogue.ts';
import { isApplicable } from '#web/features/batch/cards.ts';
import { ApplyToAll, CommonSettings } from '#web/features/batch/common-settings.tsx';
import type { Change, Settings } from './cards.ts';
import { ImagePrompt } from './image-prompt.tsx';
import { ImageRatio } from './image-ratio.tsx';

type Props = {
  settings: Settings;
  model: ImageModelId;
  change: Dispatch<Change>;
  onApply: (field: keyof Settings, label: string) => void;
  disabled: boolean;
};

/** One prompt and one shape for all cards, each applied by its own button; new cards start with them (J3). */
export function GlobalDefaults({ settings, model, change, onApply, disabled }: Props) {
  const { t } = useTranslation();
  const apply = (field: keyof Settings, label: string) => (
    <ApplyToAll label={label} disabled={disabled || !isApplicable(settings[field])} onApply={() => onApply(field, label)} />
  );

  return (
    <CommonSettings title={t('image.defaults_title')} hint={t('image.defaults_hint')}>
      <div className="mt-4 flex flex-col items-end gap-2">
        <div className="w-full">
          <ImagePrompt
            value={settings.prompt}
            disabled={disabled}
            onChange={(prompt) => change({ type: 'defaultEdited', settings: { prompt } })}
          />
        </div>
        {apply('prompt', t('batch.prompt'))}
      </div>
      <div className="mt-3 flex items-end gap-2">
        <ImageRatio
          value={settings.aspectRatio}
          model={model}
          disabled={disabled}
          onChange={(aspectRatio) => change({ type: 'defaultEdited', settings: { aspectRatio } })}
          className="flex-1"
        />
        <span className="pb-0.5">{apply('aspectRatio', t('batch.aspect_ratio'))}</span>
      </div>
    </CommonSettings>
  );
}
