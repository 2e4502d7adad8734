import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Card, Settings } from './cards.ts';
import { FramePreview } from './frame-preview.tsx';
import { useSettingFields } from './settings-fields.tsx';

type Props = {
  card: Card;
  disabled: boolean;
  onEdit: (settings: Partial<Settings>) => void;
  /** The button beside the prompt. */
  aiWrite: ReactNode;
  /** Lines of the prompt that show at once. */
  rows?: number;
  /** Where there is room, the four dropdowns stand in one line. */
  wide?: boolean;
};

/** What is chosen for a video: the prompt, four dropdowns, and the frame that comes of them (H2, H3). */
export function VideoChoices({ card, disabled, onEdit, aiWrite, rows = 3, wide = false }: Props) {
  const { t } = useTranslation();
  const fields = useSettingFields(card, card.model);
  return (
    <>
      <PromptBox
        label={t('batch.prompt')}
        value={card.prompt}
        onChange={(prompt) => onEdit({ prompt })}
        placeholder={t('video.prompt_placeholder')}
        disabled={disabled}
        charactersMax={promptCharactersMax}
        tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
        rows={rows}
        action={aiWrite}
      />
      <div className={`grid grid-cols-2 gap-3 ${wide ? 'xl:grid-cols-4' : ''}`}>
        <RatioField
          value={card.aspectRatio}
          onChange={(aspectRatio) => onEdit({ aspectRatio })}
          model={card.model}
          photo={card.photo}
          disabled={disabled}
        />
        {fields.map(({ field, label, value, options, read }) => (
          <Select key={field} label={label} value={value} options={options} disabled={disabled} onChange={(next) => onEdit(read(next))} />
        ))}
      </div>
      <FramePreview card={card} />
    </>
  );
}
