import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/settings.ts';
import { dollars } from '#web/lib/money.ts';
import { Chip } from '#web/ui/chip.tsx';
import { backgroundOf, backgroundsOf, type Choices } from '../choices.ts';
import { type PresetName, presetNames, presetOf, presets, sampleOf } from '../presets.ts';
import { applyPreset, choose } from '../store/photo-edit-tool.ts';
import { useEdit } from '../view/use-edit.ts';

/** The presets. Each chip shows the result of its preset for a sample product. */
export function PresetChips() {
  const { t } = useTranslation();
  const chosenPreset = useEdit(({ draft }) => presetOf(draft.choices));
  const [hoveredPreset, setHoveredPreset] = useState<PresetName>();
  const id = useId();
  const describedPreset = hoveredPreset ?? chosenPreset;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('photo_edit.presets')}</legend>
      <div className="mb-2 flex items-center justify-between gap-3">
        <span aria-hidden className="font-semibold">
          {t('photo_edit.presets')}
        </span>
        <KindChip />
      </div>
      <div className="grid grid-cols-4 gap-x-2.5 gap-y-2">
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
      <p aria-hidden className="mt-1.5 min-h-5 text-sm text-muted">
        {describedPreset ? (
          <>
            {t(`photo_edit.preset.${describedPreset}.does`)}{' '}
            <span className="money text-brass">
              <PresetPrice name={describedPreset} />
            </span>
          </>
        ) : (
          t('photo_edit.own_settings_hint')
        )}
      </p>
    </fieldset>
  );
}

/** Selects the kind of background, for combinations that are not in a preset. */
function KindChip() {
  const { t } = useTranslation();
  const choices = useEdit(({ draft }) => draft.choices);
  return (
    <Chip
      label={t('photo_edit.setting.backgroundMode')}
      value={backgroundOf(choices)}
      options={backgroundsOf(choices.apiMode).map((value) => ({ value, label: t(`photo_edit.background.${value}`) }))}
      onChange={(value) => choose({ backgroundMode: value as Choices['backgroundMode'] })}
      hasChevron
    />
  );
}

function PresetPrice({ name }: { name: PresetName }) {
  const { t } = useTranslation();
  return t('photo_edit.each', { price: dollars(photoEditPrices[presets[name].choices.apiMode]) });
}

type ChipProps = { group: string; name: PresetName; isChosen: boolean; onHover: (isHovered: boolean) => void };

function PresetChip({ group, name, isChosen, onHover }: ChipProps) {
  const { t } = useTranslation();
  const sample = sampleOf(name);
  return (
    <label
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className="group relative block min-w-0 cursor-pointer rounded-md text-center text-sm/tight has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        aria-describedby={`${group}-${name}`}
        onChange={() => applyPreset(name)}
        onFocus={() => onHover(true)}
        onBlur={() => onHover(false)}
        className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
      />
      <span
        className={`pointer-events-none mb-1 grid aspect-[5/4] place-items-center overflow-hidden rounded-md transition-shadow group-hover:ring-2 group-hover:ring-line-strong group-has-checked:ring-2 group-has-checked:ring-accent-text ${sample ? `${name === 'transparent' ? 'checkered' : 'bg-wall'} ring-1 ring-line` : 'border-[1.5px] border-dashed border-line-strong text-muted'}`}
      >
        {sample ? <img src={sample} alt="" className="size-full scale-120 object-cover" /> : <ImagePlus aria-hidden className="size-5" />}
      </span>
      <span className="pointer-events-none block font-semibold wrap-anywhere group-has-checked:text-accent-text">
        {t(`photo_edit.preset.${name}.name`)}
      </span>
      <span id={`${group}-${name}`} hidden>
        {t(`photo_edit.preset.${name}.does`)} <PresetPrice name={name} />
      </span>
    </label>
  );
}
