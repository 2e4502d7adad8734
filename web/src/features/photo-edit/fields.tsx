import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  wide?: boolean;
};

/** One of a few, all in sight: arrow keys go from one to the next. */
export function ChoiceField<Value extends string>({ label, value, choices, onChange, wide = false }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-xs text-muted">{label}</legend>
      <div className={wide ? 'grid gap-2 xs:grid-cols-2' : 'flex flex-wrap gap-2'}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-10 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-3 py-1.5 text-sm transition-colors hover:border-ink has-checked:border-accent-text has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What is on or off, what it does, and why it may do nothing. */
export function SwitchField({
  label,
  hint,
  idle,
  checked,
  onChange,
}: {
  label: string;
  hint: string;
  idle: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-0.5 size-5 shrink-0 cursor-pointer accent-accent"
        />
        <div className="min-w-0 text-sm">
          <label htmlFor={id}>{label}</label>
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        </div>
      </div>
      <IdleNote text={idle} />
    </div>
  );
}

/** Said before anything is paid: what was chosen will change nothing. */
export const IdleNote = ({ text }: { text: string | undefined }) => (
  <div role="status">{text && <p className="mt-1 text-xs text-brass">{text}</p>}</div>
);

type TextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isNumber?: boolean;
  invalid?: boolean;
  className?: string;
};

export function TextField({ label, value, onChange, isNumber = false, invalid = false, className = '' }: TextProps) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        value={value}
        inputMode={isNumber ? 'numeric' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={invalid}
        onChange={({ target }) => onChange(target.value)}
        className="money h-10 w-full rounded-md border border-line-strong bg-surface px-3 text-sm text-ink transition-colors hover:border-ink aria-invalid:border-danger"
      />
    </div>
  );
}

/** The same seed makes the same picture again. */
export function SeedField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <TextField
        label={t('photo_edit.seed')}
        value={value}
        onChange={onChange}
        isNumber
        invalid={!/^\d{1,10}$/.test(value)}
        className="max-w-40"
      />
      <p className="mt-1 text-xs text-muted">{t('photo_edit.seed_hint')}</p>
    </div>
  );
}
