import { ChevronDown, Crop } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoModelId } from '#shared/catalogue.ts';
import type { Size } from '#shared/size.ts';
import { ratioOptions } from '#shared/video/ratio.ts';
import { formatList } from '#web/lib/format-list.ts';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import { ratioChoices } from './ratio-choices.ts';
import { CustomRatio } from './ratio-field.tsx';
import { RatioIcon } from './ratio-icon.tsx';
import { ratioPlaces } from './ratio-places.ts';

const cardClass =
  '@container relative flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-1 text-start transition-colors low:min-h-8 low:py-0';
const chosenClass = 'border-accent-text bg-accent-soft shadow-[inset_0_0_0_1px_var(--color-accent-text)]';

type Props = {
  value: string;
  onChange: (ratio: string) => void;
  model: VideoModelId;
  photo?: Size | undefined;
  disabled: boolean;
};

/** The ratios of a video as cards: each standard ratio with marketplaces that use it, and one card for any other ratio. */
export function RatioCards({ value, onChange, model, photo, disabled }: Props) {
  const { t, i18n } = useTranslation();
  const name = useId();
  const choices = ratioChoices({ model, value, photo });
  return (
    <fieldset className="grid min-w-0 gap-1.5 low:gap-1">
      <legend className="sr-only">{t('batch.aspect_ratio')}</legend>
      {ratioOptions.map((ratio) => {
        const isOffered = choices.some((choice) => choice.ratio === ratio && choice.isOffered);
        return (
          <label
            key={ratio}
            className={`${cardClass} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text ${isOffered && !disabled ? 'cursor-pointer hover:border-line-strong' : 'text-muted opacity-60'} ${ratio === value ? chosenClass : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={ratio}
              checked={ratio === value}
              disabled={disabled || !isOffered}
              onChange={() => onChange(ratio)}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
            />
            <RatioIcon ratio={ratio} className="size-5 text-muted" />
            <span className="money w-9 shrink-0 font-semibold">{ratio}</span>
            <span className="line-clamp-2 min-w-0 text-xs/tight text-muted @max-[11rem]:hidden">
              {formatList(
                ratioPlaces[ratio].map(({ name }) => name),
                i18n.language,
              )}
            </span>
          </label>
        );
      })}
      <OtherRatio
        value={value}
        choices={choices.filter(({ ratio }) => !isStandard(ratio))}
        onChange={onChange}
        model={model}
        disabled={disabled}
        isChosen={!isStandard(value)}
      />
    </fieldset>
  );
}

type OtherProps = Omit<Props, 'photo'> & { choices: ReturnType<typeof ratioChoices>; isChosen: boolean };

const isStandard = (ratio: string) => ratioOptions.some((option) => option === ratio);

/** A card that opens the ratio of the photo and the field for a typed ratio. */
function OtherRatio({ value, choices, onChange, model, disabled, isChosen }: OtherProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const pick = (ratio: string) => {
    setOpen(false);
    if (ratio !== value) onChange(ratio);
  };
  return (
    <Popover.Root open={open && !disabled} onOpenChange={setOpen}>
      <Popover.Trigger
        disabled={disabled}
        className={`${cardClass} enabled:hover:border-line-strong disabled:text-muted ${isChosen ? chosenClass : ''}`}
      >
        {isChosen ? <RatioIcon ratio={value} className="size-5 text-muted" /> : <Crop aria-hidden className="size-5 shrink-0 text-muted" />}
        <span className="money min-w-0 flex-1 leading-tight font-semibold text-balance wrap-break-word">
          {isChosen ? value : t('ratio.custom')}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('ratio.custom')}
          className="z-40 w-72 max-w-[calc(100vw-1.5rem)] animate-rise rounded-md border border-line bg-surface p-1.5 text-base shadow-float"
        >
          <OpenLayer />
          {choices.map(({ ratio, isOffered, isPhotoRatio }) => (
            <button
              key={ratio}
              type="button"
              disabled={!isOffered}
              onClick={() => pick(ratio)}
              className="flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-start transition-colors enabled:hover:bg-sand disabled:text-muted"
            >
              <RatioIcon ratio={ratio} className="size-6 text-muted" />
              <span className="money">{isPhotoRatio ? t('ratio.as_photo', { ratio }) : ratio}</span>
            </button>
          ))}
          <CustomRatio model={model} onSet={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
