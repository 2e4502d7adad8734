import type { Dispatch, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import type { VideoModelId } from '#shared/catalogue.ts';
import { isApplicable } from '#web/features/batch/cards.ts';
import { ApplyToAll, CommonSettings } from '#web/features/batch/common-settings.tsx';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Change, Settings } from './cards.ts';
import { useSettingFields } from './settings-fields.tsx';

type Props = {
  settings: Settings;
  model: VideoModelId;
  change: Dispatch<Change>;
  onApply: (field: keyof Settings, label: string) => void;
  disabled: boolean;
  /** The button that writes all prompts. */
  writeAll: ReactNode;
};

/** SPEC 2: one prompt and one choice of each setting for all cards, each applied by its own button; new cards start with them. */
export function BulkSettings({ settings, model, change, onApply, disabled, writeAll }: Props) {
  const { t } = useTranslation();
  const fields = useSettingFields(settings, model);

  const apply = (field: keyof Settings, label: string) => (
    <ApplyToAll label={label} disabled={disabled || !isApplicable(settings[field])} onApply={() => onApply(field, label)} />
  );

  return (
    <CommonSettings title={t('batch.bulk_title')} hint={t('video.bulk_hint')}>
      <div className="mt-4 flex flex-col items-end gap-2">
        <div className="w-full">
          <PromptBox
            label={t('batch.prompt')}
            value={settings.prompt}
            onChange={(prompt) => change({ type: 'defaultEdited', settings: { prompt } })}
            placeholder={t('video.prompt_placeholder')}
            disabled={disabled}
            charactersMax={promptCharactersMax}
            tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
            rows={2}
          />
        </div>
        <div className="flex w-full flex-wrap items-center justify-between gap-2">
          {writeAll}
          {apply('prompt', t('batch.prompt'))}
        </div>
      </div>
      <div className="mt-3 grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <div className="flex items-end gap-2">
          <RatioField
            value={settings.aspectRatio}
            onChange={(aspectRatio) => change({ type: 'defaultEdited', settings: { aspectRatio } })}
            model={model}
            disabled={disabled}
            className="flex-1"
          />
          <span className="pb-0.5">{apply('aspectRatio', t('batch.aspect_ratio'))}</span>
        </div>
        {fields.map(({ field, label, value, options, read }) => (
          <div key={field} className="flex items-end gap-2">
            <Select
              label={label}
              value={value}
              options={options}
              disabled={disabled}
              onChange={(next) => change({ type: 'defaultEdited', settings: read(next) })}
              className="flex-1"
            />
            <span className="pb-0.5">{apply(field, label)}</span>
          </div>
        ))}
      </div>
    </CommonSettings>
  );
}
