import { Check, ChevronDown } from 'lucide-react';
import { Popover, ToggleGroup } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import type { RatioChoice } from './ratio-choices.ts';
import { RatioIcon } from './ratio-icon.tsx';

type Props = {
  value: string;
  choices: readonly RatioChoice[];
  onChange: (ratio: string) => void;
  /** Content below the list, with which users can choose another ratio. `pick` has the same effect as a choice from the list. */
  renderCustomRatio?: (pick: (ratio: string) => void) => ReactNode;
  disabled?: boolean;
  /** A chip has no visible label. */
  look?: 'field' | 'chip';
  hasChevron?: boolean;
  className?: string;
};

const looks = {
  field: 'h-11 w-full gap-2 border-line-strong ps-3 pe-9 text-base enabled:hover:border-ink',
  chip: 'enabled:hover:border-line-strong enabled:hover:bg-sand touch:h-11 touch:min-w-11 touch:px-2.5',
};

/** A list of ratios, each with an icon (docs/spec.md 5.3). */
export function RatioPicker(props: Props) {
  const {
    value,
    choices,
    onChange,
    renderCustomRatio,
    disabled = false,
    look = 'field',
    hasChevron = look === 'field',
    className = '',
  } = props;
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const pick = (ratio: string) => {
    setOpen(false);
    if (ratio !== '' && ratio !== value) onChange(ratio);
  };

  return (
    <div className={`min-w-0 ${className}`}>
      <span id={`${id}-label`} className={look === 'chip' ? 'sr-only' : 'mb-1 block text-sm text-muted'}>
        {t('batch.aspect_ratio')}
      </span>
      <Popover.Root open={open && !disabled} onOpenChange={setOpen}>
        <Popover.Trigger
          id={`${id}-button`}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}-button`}
          className={`relative flex items-center gap-1.5 rounded-md border bg-surface text-ink transition-colors disabled:border-line disabled:bg-paper disabled:text-muted ${looks[look]} ${look === 'chip' ? (hasChevron ? 'h-9.5 border-line-strong px-2.5 text-base' : 'h-8 border-line px-2 text-sm') : ''}`}
        >
          <RatioIcon ratio={value} className={look === 'field' ? 'size-5 text-muted' : 'size-4 text-muted'} />
          <span className="money truncate">{value}</span>
          {hasChevron && (
            <ChevronDown
              aria-hidden
              className={`pointer-events-none size-4 text-muted ${look === 'field' ? 'absolute end-3 top-3.5' : ''}`}
            />
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-labelledby={`${id}-label`}
            className={`z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-base shadow-float ${renderCustomRatio ? 'w-72' : 'w-44'}`}
          >
            <OpenLayer />
            {/* Arrow keys move between the ratios. Space or Enter chooses the focused ratio. */}
            <ToggleGroup.Root type="single" orientation="vertical" value={value} onValueChange={pick} aria-labelledby={`${id}-label`}>
              {choices.map(({ ratio, isOffered, isPhotoRatio }) => (
                <ToggleGroup.Item
                  key={ratio}
                  value={ratio}
                  disabled={!isOffered}
                  className="flex min-h-10 touch:min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-start transition-colors enabled:hover:bg-sand disabled:text-muted"
                >
                  <RatioIcon ratio={ratio} className="size-6 text-muted" />
                  <span className="money">{isPhotoRatio ? t('ratio.as_photo', { ratio }) : ratio}</span>
                  {ratio === value && <Check aria-hidden className="ms-auto size-4 text-accent-text" />}
                </ToggleGroup.Item>
              ))}
            </ToggleGroup.Root>
            {renderCustomRatio?.(pick)}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
