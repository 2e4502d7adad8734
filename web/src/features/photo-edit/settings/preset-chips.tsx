import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { PresetChoice } from '#web/features/preset/preset-choice.tsx';
import { ExpectedReadiness } from '#web/features/readiness/expected-readiness.tsx';
import { dollars } from '#web/lib/money.ts';
import { backgroundOf, needsOnlyRemoval } from '../choices.ts';
import { type PresetName, presetNames, presetOf, presets, sampleOf } from '../presets.ts';
import { applyPreset } from '../store/photo-edit-tool.ts';
import { useEdit } from '../view/use-edit.ts';
import { IdleNote } from './fields.tsx';

/** The background of the result is known before the edit, except for the presets that keep or use a picture of the seller. */
const generated: Probe = { kind: 'image', whiteBackground: false };
const expectedResults: Partial<Record<PresetName, Probe>> = {
  transparent: { kind: 'image', alpha: true, whiteBackground: false },
  studio: generated,
  marble: generated,
  lifestyle: generated,
};

/** The presets of all kinds of background. Each chip shows the result of its preset for a sample product. */
export function PresetChips() {
  const { t } = useTranslation();
  const chosenPreset = useEdit(({ draft }) => presetOf(draft.choices));
  const mode = useEdit(({ draft }) => backgroundOf(draft.choices));
  const isTooExpensive = useEdit(({ draft }) => needsOnlyRemoval(draft.choices));
  const [hoveredPreset, setHoveredPreset] = useState<PresetName>();
  const id = useId();
  const describedPreset = hoveredPreset ?? chosenPreset;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('photo_edit.presets')}</legend>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {t('photo_edit.presets')}
        </span>
        {/* If no preset matches the settings, no chip is selected. Then this text names the kind of background. */}
        {!chosenPreset && (
          <span className="truncate text-sm text-muted">
            {t('photo_edit.own_settings')} · {t(`photo_edit.background.${mode}`)}
          </span>
        )}
      </div>
      <div className="grid grid-cols-4 gap-x-2.5 gap-y-3">
        {presetNames.map((name) => (
          <PresetChip
            key={name}
            group={id}
            name={name}
            isChosen={name === chosenPreset}
            onHover={(isHovered) => setHoveredPreset(isHovered ? name : undefined)}
          />
        ))}
      </div>
      <IdleNote
        text={isTooExpensive ? t('photo_edit.removal_enough', { price: dollars(photoEditPrices['remove-background']) }) : undefined}
      />
      {!isTooExpensive && (
        <p aria-hidden className="mt-2.5 min-h-5 text-sm text-muted">
          {describedPreset ? t(`photo_edit.preset.${describedPreset}.does`) : t('photo_edit.own_settings_hint')}
        </p>
      )}
      {chosenPreset && expectedResults[chosenPreset] && (
        <ExpectedReadiness probe={expectedResults[chosenPreset]} canFinish={chosenPreset === 'transparent'} className="mt-1" />
      )}
    </fieldset>
  );
}

type ChipProps = {
  group: string;
  name: PresetName;
  isChosen: boolean;
  onHover: (isHovered: boolean) => void;
};

function PresetChip({ group, name, isChosen, onHover }: ChipProps) {
  const { t } = useTranslation();
  const sample = sampleOf(name);
  const price = dollars(photoEditPrices[presets[name].choices.apiMode]);
  return (
    <PresetChoice
      group={group}
      name={t(`photo_edit.preset.${name}.name`)}
      picture={sample ?? <ImagePlus aria-hidden className="size-5" />}
      backgroundClass={
        sample
          ? `${name === 'transparent' ? 'checkered' : 'bg-wall'} ring-line`
          : 'border-[1.5px] border-dashed border-line-strong text-muted ring-transparent'
      }
      isChosen={isChosen}
      onChoose={() => applyPreset(name)}
      onHover={onHover}
      title={t(`photo_edit.preset.${name}.does`)}
      price={price}
      description={`${t(`photo_edit.preset.${name}.does`)} ${t('photo_edit.each', { price })}`}
    />
  );
}
