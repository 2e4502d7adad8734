import { type ReactNode, useId } from 'react';

export type RadioCard<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  /** Replaces the radio dot. */
  icon?: ReactNode;
  /** A price or an amount at the end, and a line below it. */
  side?: ReactNode;
  sideHint?: ReactNode;
  /** Shown below the text while the card is chosen, for example a field for an amount. */
  content?: ReactNode;
  disabled?: boolean;
};

type Props<Value extends string> = {
  label: ReactNode;
  /** Whether only screen readers read the label, because a visible heading above the cards has the same meaning. */
  hideLabel?: boolean;
  value: Value | undefined;
  options: readonly RadioCard<Value>[];
  onChange: (value: Value) => void;
  /** Classes of the list, for example its columns. */
  className?: string;
};

/** A choice between a few options that need a description. */
export function RadioCards<Value extends string>({ label, hideLabel = false, value, options, onChange, className = '' }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm text-muted'}>{label}</legend>
      <div className={`grid gap-2 ${className}`}>
        {options.map((option) => (
          <Card key={option.value} option={option} name={name} checked={option.value === value} onChoose={() => onChange(option.value)} />
        ))}
      </div>
    </fieldset>
  );
}

type CardProps = { option: RadioCard<string>; name: string; checked: boolean; onChoose: () => void };

function Card({ option: { value, label, hint, icon, side, sideHint, content, disabled }, name, checked, onChoose }: CardProps) {
  return (
    <div className="rounded-lg border border-line bg-surface transition-colors has-checked:border-accent-text has-checked:bg-accent-soft/45 has-checked:ring-1 has-checked:ring-accent-text has-enabled:not-has-checked:hover:border-line-strong has-[input[type=radio]:focus-visible]:outline-2 has-[input[type=radio]:focus-visible]:outline-offset-2 has-[input[type=radio]:focus-visible]:outline-accent-text">
      <label
        className={`relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-3.5 py-2.5 leading-snug ${disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer'}`}
      >
        <span className="row-span-2 grid place-items-center">
          <input
            type="radio"
            name={name}
            value={value}
            checked={checked}
            disabled={disabled}
            onChange={onChoose}
            className={
              icon === undefined
                ? 'size-5 appearance-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none checked:border-[6px] checked:border-accent-text disabled:border-line'
                : // The input covers the whole card, so that assistive technology finds the input at the position of the card.
                  'peer absolute inset-0 size-full cursor-[inherit] appearance-none rounded-lg outline-none'
            }
          />
          {icon !== undefined && <span className="text-muted peer-checked:text-accent-text [&>svg]:size-5">{icon}</span>}
        </span>
        <span className={`font-semibold ${hint === undefined && sideHint === undefined ? 'row-span-2' : ''}`}>{label}</span>
        {side !== undefined && <span className={`money text-end font-semibold ${sideHint === undefined ? 'row-span-2' : ''}`}>{side}</span>}
        {hint !== undefined && <span className="col-start-2 text-sm text-muted">{hint}</span>}
        {sideHint !== undefined && <span className="money col-start-3 text-end text-sm text-muted">{sideHint}</span>}
      </label>
      {checked && content !== undefined && <div className="ps-11.5 pe-3.5 pb-3">{content}</div>}
    </div>
  );
}
