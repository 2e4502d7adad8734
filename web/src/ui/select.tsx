import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';
import { controlClass } from './input.tsx';

/** `short` is the text of a chip if the label is too long for a chip. */
export type Option = { value: string; label: string; short?: string; disabled?: boolean };

type Props = {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  disabled?: boolean;
  hint?: ReactNode;
  className?: string;
};

/** A dropdown that uses the browser's `select`, because every phone and screen reader supports it. */
export function Select({ label, value, options, onChange, disabled = false, hint, className = '' }: Props) {
  return (
    <Field label={label} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value}
            disabled={disabled}
            onChange={(event) => onChange(event.target.value)}
            className={`h-11 appearance-none truncate ps-3 pe-9 ${controlClass}`}
          >
            <Options options={options} />
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute end-3 top-3.5 size-4 text-muted" />
        </div>
      )}
    </Field>
  );
}

export const Options = ({ options }: { options: readonly Option[] }) =>
  options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ));
