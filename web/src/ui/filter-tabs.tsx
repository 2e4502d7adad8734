import { Dot, type DotTone } from './dot.tsx';

type Props<Value extends string> = {
  /** Accessible name of the group. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; count: number; tone?: DotTone }[];
  onChange: (value: Value) => void;
  className?: string;
};

/**
 * A row of filters for a list, each with the number of its entries. On phones, the row scrolls horizontally. Its end fades out, so that a
 * cut filter shows that the row scrolls. The padding keeps the last filter outside the fade.
 */
export function FilterTabs<Value extends string>({ label, value, options, onChange, className = '' }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll horizontally in every browser.
    <div
      role="group"
      aria-label={label}
      className={`-m-1 flex min-w-0 gap-1 overflow-x-auto p-1 pe-8 mask-r-from-[calc(100%-2.5rem)] scrollbar-none ${className}`}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex min-h-10 shrink-0 items-center gap-2 rounded-md px-3.5 whitespace-nowrap text-muted transition-colors hover:bg-sand touch:min-h-11 touch:px-3 aria-pressed:bg-sand aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {option.tone && <Dot tone={option.tone} />}
          {option.label} <span className="money">{option.count}</span>
        </button>
      ))}
    </div>
  );
}
