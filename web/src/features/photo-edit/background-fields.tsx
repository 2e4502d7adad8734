import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backgroundPromptLengthMax, guidanceScale } from '#shared/photo-edit/settings.ts';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { backgroundsOf, type Choices, isMade, type Read } from './choices.ts';
import { ChoiceField, IdleNote, SeedField, TextField } from './fields.tsx';
import { GuidanceSlot } from './guidance-slot.tsx';

export type BackgroundProps = {
  choices: Choices;
  read: Read;
  onChange: (choices: Partial<Choices>) => void;
  guidance: Photo | undefined;
  upload: UploadState | undefined;
  onGuidance: (photo: Photo | undefined) => void;
};

/** What stands behind the product (checklist R3), and what each kind needs to be told. */
export function BackgroundFields({ choices, read, onChange, guidance, upload, onGuidance }: BackgroundProps) {
  const { t } = useTranslation();
  const mode = read.settings.backgroundMode;
  const options = backgroundsOf(choices.apiMode).map((value) => ({ value, label: t(`photo_edit.background.${value}`) }));
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <ChoiceField
          label={t('photo_edit.setting.backgroundMode')}
          value={mode}
          choices={options}
          onChange={(backgroundMode) => onChange({ backgroundMode })}
        />
        <IdleNote text={read.idle.includes('backgroundMode') ? t('photo_edit.idle.backgroundMode') : undefined} />
      </div>
      {mode === 'color' && <ColourField value={choices.backgroundColor} onChange={(backgroundColor) => onChange({ backgroundColor })} />}
      {mode === 'image-guided' && <GuidanceSlot guidance={guidance} upload={upload} onGuidance={onGuidance} />}
      {mode === 'image-guided' && (
        <ScaleField value={choices.backgroundGuidanceScale} onChange={(backgroundGuidanceScale) => onChange({ backgroundGuidanceScale })} />
      )}
      {isMade(mode) && (
        <>
          <PromptBox
            label={mode === 'image-guided' ? t('photo_edit.prompt_optional') : t('photo_edit.prompt')}
            value={choices.backgroundPrompt}
            onChange={(backgroundPrompt) => onChange({ backgroundPrompt })}
            placeholder={t('photo_edit.prompt_placeholder')}
            charactersMax={backgroundPromptLengthMax}
            tooLong={(used) => t('photo_edit.prompt_too_long', { used, characters: backgroundPromptLengthMax })}
          />
          <SeedField value={choices.backgroundSeed} onChange={(backgroundSeed) => onChange({ backgroundSeed })} />
        </>
      )}
    </div>
  );
}

/** By eye, or by its number; what is typed counts once it is a colour. */
function ColourField({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="flex items-end gap-3">
      <div>
        <label htmlFor={id} className="mb-1 block text-xs text-muted">
          {t('photo_edit.setting.backgroundColor')}
        </label>
        <input
          id={id}
          type="color"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-10 w-16 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
      </div>
      <HexField value={value} onChange={onChange} />
    </div>
  );
}

function HexField({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  // A whole colour that is not the one that counts: the other field has changed it since.
  const shown = isColour(typed) && typed.toLowerCase() !== value ? value : typed;
  return (
    <TextField
      label={t('photo_edit.colour_number')}
      value={shown}
      invalid={!isColour(shown)}
      onChange={(text) => {
        setTyped(text);
        if (isColour(text)) onChange(text.toLowerCase());
      }}
      className="max-w-32"
    />
  );
}

const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

function ScaleField({ value, onChange }: { value: number; onChange: (scale: number) => void }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3 text-xs text-muted">
        <label htmlFor={id}>{t('photo_edit.setting.backgroundGuidanceScale')}</label>
        <output htmlFor={id} className="money">
          {value.toLocaleString(i18n.language, { minimumFractionDigits: 1 })}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={guidanceScale.min}
        max={guidanceScale.max}
        step={guidanceScale.step}
        value={value}
        aria-describedby={`${id}-hint`}
        // What the browser adds up is off by the last of its digits.
        onChange={({ target }) => onChange(Number(target.valueAsNumber.toFixed(1)))}
        className="h-8 w-full cursor-pointer accent-accent"
      />
      <p id={`${id}-hint`} className="text-xs text-muted">
        {t('photo_edit.scale_hint')}
      </p>
    </div>
  );
}
