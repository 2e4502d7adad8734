import { Check, Minus } from 'lucide-react';
import type { ChangeEvent, ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> & {
  /** If there is no visible label, `aria-label` is the accessible name. */
  label?: ReactNode;
  hint?: ReactNode;
  /** True if the check box selects a list of items, and only some of these items are selected. */
  indeterminate?: boolean;
  /** The event contains the state of the Shift key: `(event.nativeEvent as MouseEvent).shiftKey`. */
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
};

/** A check box with a custom style, because the browser's check box is grey in the dark theme. */
export function Checkbox({ label, hint, indeterminate = false, onChange, className = '', ...rest }: Props) {
  return (
    // If the check box has no text, the label only makes the clickable area larger.
    <label
      className={`inline-flex gap-2.5 has-enabled:cursor-pointer ${label === undefined ? 'size-9 items-center justify-center touch:size-11' : 'items-start py-1.5 touch:min-h-11 touch:py-2.5'} ${className}`}
    >
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          ref={(input) => {
            if (input) input.indeterminate = indeterminate;
          }}
          onChange={(event) => onChange(event.target.checked, event)}
          className="peer size-5 appearance-none rounded-sm border-[1.5px] border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent enabled:cursor-pointer enabled:hover:border-ink disabled:border-line disabled:checked:border-line-strong disabled:checked:bg-line-strong"
          {...rest}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-on-accent opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0"
        />
        <Minus
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-on-accent opacity-0 peer-indeterminate:opacity-100"
        />
      </span>
      {label !== undefined && (
        <span className="min-w-0 leading-5">
          {label}
          {hint !== undefined && <span className="mt-1 block text-sm text-muted">{hint}</span>}
        </span>
      )}
    </label>
  );
}
