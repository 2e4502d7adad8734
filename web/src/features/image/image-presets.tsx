import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PresetsProps } from '#web/features/batch/view/bench-context.tsx';
import { PresetChoice } from '#web/features/preset/preset-choice.tsx';
import { presetPictures } from '#web/features/preset/preset-pictures.ts';
import { imagePresetNames, imagePresetOf, imagePresetPrompt } from './presets.ts';

/** The presets of images. A preset writes a prompt, which the seller can edit. */
export function ImagePresets({ prompt, disabled, look, onChoose }: PresetsProps) {
  const { t } = useTranslation();
  const id = useId();
  const chosenPreset = imagePresetOf(prompt, t);
  const replacesText = prompt.trim() !== '' && chosenPreset === undefined;
  return (
    <fieldset className={look === 'pill' ? 'flex min-w-0 flex-wrap gap-1.5' : 'grid min-w-0 grid-cols-5 gap-2'}>
      <legend className="sr-only">{t('photo_edit.presets')}</legend>
      {imagePresetNames.map((name) => (
        <PresetChoice
          key={name}
          group={id}
          name={t(`photo_edit.preset.${name}.name`)}
          picture={presetPictures[name]}
          isChosen={name === chosenPreset}
          onChoose={() => onChoose(imagePresetPrompt(name, t), replacesText)}
          disabled={disabled}
          look={look}
        />
      ))}
    </fieldset>
  );
}
