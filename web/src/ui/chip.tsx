import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Option, Options } from './select.tsx';

type Props = {
  /** Accessible name, such as 'Aspect ratio'. It is not visible, because the icon replaces it for users who can see the chip. */
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  icon?: ReactNode;
  /** A larger chip with a visible arrow, for a toolbar. */
  hasChevron?: boolean;
  disabled?: boolean;
  className?: string;
};

/** Shows a setting in little space. A transparent `select` element covers the short text of the value and opens the choice. */
export function Chip({ label, value, options, onChange, icon, hasChevron = false, disabled = false, className = '' }: Props) {
  const chosen = options.find((option) => option.value === value);
  return (
    <span
      className={`relative inline-flex min-w-0 items-center gap-1.5 rounded-md border bg-surface transition-colors touch:h-11 touch:min-w-11 touch:px-2.5 has-enabled:hover:border-line-strong has-enabled:hover:bg-sand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text has-disabled:bg-paper has-disabled:text-muted [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted ${hasChevron ? 'h-9.5 border-line-strong px-2.5 text-base' : 'h-8 border-line px-2 text-sm max-[84rem]:gap-1 max-[84rem]:px-1.5'} ${className}`}
    >
      {icon}
      {/* In a narrow card, the icon is enough. */}
      <span aria-hidden className={`money min-w-0 flex-1 truncate ${icon === undefined ? '' : '[display:var(--chip-text,block)]'}`}>
        {chosen?.short ?? chosen?.label ?? value}
      </span>
      {hasChevron && <ChevronDown aria-hidden />}
      <select
        aria-label={label}
        title={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className="absolute -inset-px size-[calc(100%+2px)] appearance-none bg-surface text-base text-ink opacity-0 outline-none"
      >
        <Options options={options} />
      </select>
    </span>
  );
}
