import { ChevronDown, Crop } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import type { Size } from '#shared/size.ts';
import { ratioOptions } from '#shared/video/ratio.ts';
import { formatList } from '#web/lib/format-list.ts';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { offersAnyRatio, ratioChoices } from './ratio-choices.ts';
import { CustomRatio } from './ratio-field.tsx';
import { RatioIcon } from './ratio-icon.tsx';
import { ratioPlaces } from './ratio-places.ts';

const cardClass =
  'relative flex min-h-11 w-full min-w-0 items-center gap-2.5 rounded-md border px-3 py-1 text-start transition-colors low:min-h-8 low:py-0';

/** The colours of a card. A disabled card has the colours of a disabled field. */
function colorsOf({ isChosen, isDisabled }: { isChosen: boolean; isDisabled: boolean }): string {
  if (isDisabled) return `bg-paper text-muted ${isChosen ? 'border-line-strong' : 'border-line'}`;
  if (isChosen) return 'border-accent-text bg-accent-soft shadow-[inset_0_0_0_1px_var(--color-accent-text)]';
  return 'border-line bg-surface hover:border-line-strong';
}

type Props = {
  value: string;
  onChange: (ratio: string) => void;
  model: VideoModelId;
  onModel: (model: VideoModelId) => void;
  photo?: Size | undefined;
  disabled: boolean;
};

/** The ratios of a video as cards: each standard ratio with marketplaces that use it, and one card for any other ratio. */
export function RatioCards({ value, onChange, model, onModel, photo, disabled }: Props) {
  const { t, i18n } = useTranslation();
  const name = useId();
  const choices = ratioChoices({ model, value, photo });
  const reasonId = offersAnyRatio(model) ? undefined : `${name}-reason`;
  return (
    // If the model offers only few ratios, the disabled cards share a line, so that the reason has space below them.
    <fieldset className={`grid min-w-0 gap-1.5 ${reasonId === undefined ? 'low:gap-1' : 'grid-cols-2 low:gap-0.5'}`}>
      <legend className="sr-only">{t('batch.aspect_ratio')}</legend>
      {ratioOptions.map((ratio) => {
        const isOffered = choices.some((choice) => choice.ratio === ratio && choice.isOffered);
        const isDisabled = disabled || !isOffered;
        return (
          <label
            key={ratio}
            className={`${cardClass} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text ${isDisabled ? '' : 'cursor-pointer'} ${isOffered ? '@container col-span-full' : ''} ${colorsOf({ isChosen: ratio === value, isDisabled })}`}
          >
            <input
              type="radio"
              name={name}
              value={ratio}
              checked={ratio === value}
              disabled={isDisabled}
              aria-describedby={isOffered ? undefined : reasonId}
              onChange={() => onChange(ratio)}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
            />
            <RatioIcon ratio={ratio} className="size-5 text-muted" />
            <span className="money w-9 shrink-0 font-semibold">{ratio}</span>
            {isOffered && (
              <span className="min-w-0 text-xs/tight text-muted @max-[11rem]:hidden">
                {formatList(
                  ratioPlaces[ratio].map(({ name }) => name),
                  i18n.language,
                )}
              </span>
            )}
          </label>
        );
      })}
      <OtherRatio
        value={value}
        choices={choices.filter(({ ratio }) => !isStandard(ratio))}
        onChange={onChange}
        model={model}
        disabled={disabled || reasonId !== undefined}
        reasonId={reasonId}
        isChosen={!isStandard(value)}
      />
      {reasonId !== undefined && <FewRatios id={reasonId} model={model} onModel={onModel} disabled={disabled} />}
    </fieldset>
  );
}

type FewRatiosProps = Pick<Props, 'model' | 'onModel' | 'disabled'> & { id: string };

/** The reason why the model offers only few ratios, and a button that selects a model for any ratio. */
function FewRatios({ id, model, onModel, disabled }: FewRatiosProps) {
  const { t, i18n } = useTranslation();
  const other = videoModels.find(({ specs, isEnabled }) => specs.anyRatio && isEnabled);
  const { displayName = model, specs } = videoModel(model) ?? {};
  return (
    <p className="col-span-full text-sm text-pretty text-muted low:text-xs/tight">
      <span id={id}>
        {t('ratio.only', { model: displayName, ratios: formatList(specs?.aspectRatios ?? [], i18n.language), other: other?.displayName })}
      </span>{' '}
      {other && (
        <button
          ref={passFocusToAncestor}
          type="button"
          disabled={disabled}
          onClick={() => onModel(other.id)}
          className="touch:min-h-11 font-semibold whitespace-nowrap text-accent-text underline underline-offset-2 disabled:text-muted"
        >
          {t('ratio.use_model', { model: other.displayName })}
        </button>
      )}
    </p>
  );
}

type OtherProps = Omit<Props, 'photo' | 'onModel'> & {
  choices: ReturnType<typeof ratioChoices>;
  /** The id of the text that explains why the card is disabled. */
  reasonId: string | undefined;
  isChosen: boolean;
};

const isStandard = (ratio: string) => ratioOptions.some((option) => option === ratio);

/** A card that opens the ratio of the photo and the field for a typed ratio. */
function OtherRatio({ value, choices, onChange, model, disabled, reasonId, isChosen }: OtherProps) {
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
        aria-describedby={reasonId}
        className={`${cardClass} ${colorsOf({ isChosen, isDisabled: disabled })}`}
      >
        {isChosen ? <RatioIcon ratio={value} className="size-5 text-muted" /> : <Crop aria-hidden className="size-5 shrink-0 text-muted" />}
        <span className="money min-w-0 flex-1 leading-tight font-semibold text-balance wrap-break-word">
          {isChosen ? value : t('ratio.custom')}
        </span>
        {reasonId === undefined && <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />}
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
