import type { ReactNode } from 'react';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
};

/** Switches a setting on or off immediately. For a choice that is confirmed later, use a check box. */
export function Switch({ label, hint, checked, onChange, disabled = false, className = '' }: Props) {
  return (
    <label
      className={`inline-flex min-h-9 items-center gap-3 touch:min-h-11 ${disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer'} ${className}`}
    >
      <span className="relative h-5.5 w-9 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="peer block h-5.5 w-9 appearance-none rounded-full border-[1.5px] border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent enabled:cursor-pointer enabled:hover:border-ink disabled:border-line disabled:checked:border-line-strong disabled:checked:bg-line-strong"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-1 top-[0.21875rem] size-[0.9375rem] rounded-full bg-line-strong transition-transform peer-checked:translate-x-[0.8125rem] peer-checked:bg-on-accent rtl:peer-checked:-translate-x-[0.8125rem]"
        />
      </span>
      <span className="min-w-0 leading-snug">
        {label}
        {hint !== undefined && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </label>
  );
}
