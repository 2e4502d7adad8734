import { Check, ChevronDown } from 'lucide-react';
import { Popover, ToggleGroup } from 'radix-ui';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import { type RatioFault, ratioSideMax, ratioStretchMax, readRatio, type Size } from '#shared/video/ratio.ts';
import { Button } from '#web/ui/button.tsx';
import { offersAnyRatio, ratioChoices } from './ratio-choices.ts';
import { RatioIcon } from './ratio-icon.tsx';

type Props = {
  value: string;
  onChange: (ratio: string) => void;
  model: VideoModelId;
  /** The photo whose own shape is offered, too. */
  photo?: Size | undefined;
  disabled?: boolean;
  className?: string;
};

/**
 * The shape of a video (SPEC 2, 5; checklist L1 to L4): one of three, the photo's own, or any that is typed in. What a model does not
 * make stands there disabled, with the reason (Q22).
 */
export function RatioField({ value, onChange, model, photo, disabled = false, className = '' }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const pick = (ratio: string) => {
    setOpen(false);
    if (ratio !== '' && ratio !== value) onChange(ratio);
  };

  return (
    <div className={`min-w-0 ${className}`}>
      <span id={`${id}-label`} className="mb-1 block text-xs text-muted">
        {t('video.aspect_ratio')}
      </span>
      <Popover.Root open={open && !disabled} onOpenChange={setOpen}>
        <Popover.Trigger
          id={`${id}-button`}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}-button`}
          className="relative flex h-10 w-full items-center gap-1.5 rounded-md border border-line-strong bg-surface ps-2 pe-8 text-sm text-ink transition-colors enabled:hover:border-ink disabled:border-line disabled:bg-paper disabled:text-muted"
        >
          <RatioIcon ratio={value} className="size-5 text-muted" />
          <span className="money truncate">{value}</span>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 top-3 size-4 text-muted" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-labelledby={`${id}-label`}
            className="z-40 w-72 max-w-[calc(100vw-1.5rem)] animate-rise rounded-md border border-line bg-surface p-1.5 text-sm shadow-float"
          >
            <Choices {...{ value, model, photo }} labelledBy={`${id}-label`} onPick={pick} />
            <CustomRatio model={model} onSet={pick} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

type ChoicesProps = { value: string; model: VideoModelId; photo: Size | undefined; labelledBy: string; onPick: (ratio: string) => void };

/** Arrow keys go from shape to shape; Space or Enter picks one. */
function Choices({ value, model, photo, labelledBy, onPick }: ChoicesProps) {
  const { t } = useTranslation();
  return (
    <ToggleGroup.Root type="single" orientation="vertical" value={value} onValueChange={onPick} aria-labelledby={labelledBy}>
      {ratioChoices({ model, value, photo }).map(({ ratio, isOffered, isPhotos }) => (
        <ToggleGroup.Item
          key={ratio}
          value={ratio}
          disabled={!isOffered}
          className="flex min-h-10 w-full items-center gap-2.5 rounded-sm px-2.5 text-start transition-colors enabled:hover:bg-sand disabled:text-muted disabled:opacity-60"
        >
          <RatioIcon ratio={ratio} className="size-6 text-muted" />
          <span className="money">{isPhotos ? t('ratio.as_photo', { ratio }) : ratio}</span>
          {ratio === value && <Check aria-hidden className="ms-auto size-4 text-accent-text" />}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

/** SPEC 5: a ratio with a colon, by the Set button or Enter; and what is wrong with one that is none. */
function CustomRatio({ model, onSet }: { model: VideoModelId; onSet: (ratio: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<RatioFault>();
  const isOffered = offersAnyRatio(model);
  const set = (event: SyntheticEvent) => {
    event.preventDefault();
    const read = readRatio(text);
    if ('ratio' in read) onSet(read.ratio);
    else setFault(read.fault);
  };
  return (
    <form onSubmit={set} noValidate className="mt-1.5 border-t border-line px-2.5 pt-2.5 pb-1.5">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {t('ratio.custom')}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          disabled={!isOffered}
          autoComplete="off"
          placeholder="4:5"
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
          className="money h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-ink transition-colors placeholder:text-muted enabled:hover:border-ink disabled:border-line disabled:bg-paper aria-invalid:border-danger"
        />
        <Button type="submit" size="small" disabled={!isOffered}>
          {t('ratio.set')}
        </Button>
      </div>
      <p id={`${id}-note`} role={fault ? 'alert' : undefined} className={`mt-1.5 text-xs ${fault ? 'text-danger' : 'text-muted'}`}>
        {fault
          ? t(`ratio.fault.${fault}`, { max: ratioSideMax, times: ratioStretchMax })
          : isOffered
            ? t('ratio.custom_hint')
            : t('ratio.only', {
                model: videoModel(model)?.displayName,
                ratios: videoModel(model)?.specs.aspectRatios.join(t('ratio.and')),
                other: videoModels.find(({ specs }) => specs.anyRatio)?.displayName,
              })}
      </p>
    </form>
  );
}
