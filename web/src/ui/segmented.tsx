import { type ReactNode, useId } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
  className?: string;
};

/** A control that selects one of a few views, such as cards or rows. */
export function Segmented<Value extends string>({ label, value, options, onChange, className = '' }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={`inline-flex max-w-full min-w-0 rounded-full border border-line bg-surface p-[0.1875rem] ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-9 flex-1 cursor-pointer max-[22.5rem]:min-w-0 items-center justify-center gap-1.5 rounded-full px-3.5 whitespace-nowrap max-xs:px-2.5 text-muted transition-colors hover:text-ink touch:min-h-11 has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent-text [&>svg]:size-4 [&>svg]:shrink-0"
        >
          {/* The input covers the whole label, so that the browser scrolls the text into view together with the input. */}
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
          />
          {option.icon}
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
