import { Check, ChevronDown } from 'lucide-react';
import { Popover, ToggleGroup } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RatioChoice } from './ratio-choices.ts';
import { RatioIcon } from './ratio-icon.tsx';

type Props = {
  value: string;
  choices: readonly RatioChoice[];
  onChange: (ratio: string) => void;
  /** Below the list: another way to a shape, which takes it as one of the list is taken. */
  custom?: (pick: (ratio: string) => void) => ReactNode;
  disabled?: boolean;
  className?: string;
};

/** A list of shapes, each with its picture (SPEC 9, images and ratios). */
export function RatioPicker({ value, choices, onChange, custom, disabled = false, className = '' }: Props) {
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
        {t('batch.aspect_ratio')}
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
            className={`z-40 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-md border border-line bg-surface p-1.5 text-sm shadow-float ${custom ? 'w-72' : 'w-44'}`}
          >
            {/* Arrow keys go from shape to shape; Space or Enter picks one. */}
            <ToggleGroup.Root type="single" orientation="vertical" value={value} onValueChange={pick} aria-labelledby={`${id}-label`}>
              {choices.map(({ ratio, isOffered, isPhotos }) => (
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
            {custom?.(pick)}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
