import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

export type Option = { value: string; label: string };

type Props = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  disabled?: boolean;
  className?: string;
};

/** A dropdown based on the browser's `select`, which every phone and screen reader supports. */
export function Select({ label, value, options, onChange, disabled = false, className = '' }: Props) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className="h-10 w-full appearance-none truncate rounded-md border border-line-strong bg-surface ps-3 pe-8 text-sm text-ink transition-colors enabled:hover:border-ink disabled:border-line disabled:bg-paper disabled:text-muted"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 top-3 size-4 text-muted" />
      </div>
    </div>
  );
}
