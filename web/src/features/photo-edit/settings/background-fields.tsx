import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backgroundPromptLengthMax, guidanceScale } from '#shared/photo-edit/settings.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { backgroundOf } from '../choices.ts';
import { choose } from '../store/photo-edit-tool.ts';
import { useEdit, useParsedChoices } from '../view/use-edit.ts';
import { IdleNote } from './fields.tsx';
import { Fold } from './fold.tsx';
import { GuidanceSlot } from './guidance-slot.tsx';

/** The settings of the chosen kind of background. */
export function BackgroundFields() {
  const { t } = useTranslation();
  const choices = useEdit(({ draft }) => draft.choices);
  const { idle, faults } = useParsedChoices();
  const mode = backgroundOf(choices);
  return (
    <div className="grid grid-cols-1 gap-3 empty:hidden laptop:gap-2">
      {mode === 'color' && <ColorFields value={choices.backgroundColor} />}
      {idle.includes('backgroundMode') && <IdleNote text={t('photo_edit.idle.backgroundMode')} />}
      {mode === 'image-guided' && (
        <>
          <GuidanceSlot />
          <ScaleField value={choices.backgroundGuidanceScale} />
        </>
      )}
      {mode === 'ai-generated' && (
        // On laptops, only screen readers read the label, so that all settings fit.
        <div className="laptop:[&_label]:sr-only laptop:[&_textarea]:min-h-15.5 laptop:[&_textarea]:py-1.5">
          <DescriptionField label={t('photo_edit.prompt')} value={choices.backgroundPrompt} />
        </div>
      )}
      {mode === 'image-guided' && (
        <div className="[&_label]:sr-only">
          <Fold title={t('photo_edit.prompt_optional')} summary={choices.backgroundPrompt} hasFault={faults.includes('prompt_long')}>
            <DescriptionField label={t('photo_edit.prompt_optional')} value={choices.backgroundPrompt} />
          </Fold>
        </div>
      )}
    </div>
  );
}

function DescriptionField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <PromptBox
      label={label}
      value={value}
      rows={2}
      onChange={(backgroundPrompt) => choose({ backgroundPrompt })}
      placeholder={t('photo_edit.prompt_placeholder')}
      charactersMax={backgroundPromptLengthMax}
      tooLong={(used) => t('photo_edit.prompt_too_long', { used, characters: backgroundPromptLengthMax })}
    />
  );
}

const chooseColor = (backgroundColor: string) => choose({ backgroundColor });

function ColorFields({ value }: { value: string }) {
  const { t } = useTranslation();
  return (
    <fieldset className="flex min-w-0 items-center gap-2">
      <legend className="sr-only">{t('photo_edit.setting.backgroundColor')}</legend>
      <span aria-hidden className="me-auto text-sm text-muted">
        {t('photo_edit.setting.backgroundColor')}
      </span>
      <CodeField value={value} />
      <input
        type="color"
        aria-label={t('photo_edit.setting.backgroundColor')}
        value={value}
        onChange={({ target }) => chooseColor(target.value)}
        className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
      />
    </fieldset>
  );
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A field for the code of the color. The color changes when the typed code is complete. */
function CodeField({ value }: { value: string }) {
  const { t } = useTranslation();
  const [typedCode, setTypedCode] = useState(value);
  // The other field can also change the color. Then this field shows the new color instead of the typed code.
  const shownCode = isColor(typedCode) && typedCode.toLowerCase() !== value ? value : typedCode;
  return (
    <Input
      value={shownCode}
      autoComplete="off"
      spellCheck={false}
      aria-label={t('photo_edit.colour_number')}
      aria-invalid={!isColor(shownCode)}
      onChange={({ target }) => {
        setTypedCode(target.value);
        if (isColor(target.value)) chooseColor(target.value.toLowerCase());
      }}
      className="money w-28!"
    />
  );
}

function ScaleField({ value }: { value: number }) {
  const { t, i18n } = useTranslation();
  const percentText = value.toLocaleString(i18n.language, { style: 'percent' });
  return (
    <Field label={t('photo_edit.setting.backgroundGuidanceScale')} action={<output className="money text-muted">{percentText}</output>}>
      {(control) => (
        <div className="flex items-center gap-2.5 text-sm whitespace-nowrap text-muted">
          <span aria-hidden>{t('photo_edit.scale_loosely')}</span>
          <input
            {...control}
            type="range"
            aria-valuetext={percentText}
            min={guidanceScale.min}
            max={guidanceScale.max}
            step={guidanceScale.step}
            value={value}
            // The result is rounded, because the browser adds steps with rounding errors.
            onChange={({ target }) => choose({ backgroundGuidanceScale: Number(target.valueAsNumber.toFixed(1)) })}
            className="h-8 min-w-0 flex-1 cursor-pointer accent-accent touch:h-11"
          />
          <span aria-hidden>{t('photo_edit.scale_closely')}</span>
        </div>
      )}
    </Field>
  );
}
