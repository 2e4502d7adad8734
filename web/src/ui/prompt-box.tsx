import { type ReactNode, useId } from 'react';
import { useTypedText } from './use-typed-text.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  disabled?: boolean;
  /** Maximum number of Unicode characters. */
  charactersMax: number;
  /** Returns the message for a text that is too long. */
  tooLong: (characters: number) => string;
  rows?: number;
  /** A button beside the label. */
  action?: ReactNode;
  /** Whether the number of characters is always shown. Otherwise, it appears when the text is almost too long. */
  hasCount?: boolean;
};

/** A text field for a prompt. The field accepts a text above the limit and shows a message, so that a pasted text is not shortened. */
export function PromptBox({
  label,
  value,
  onChange,
  placeholder,
  disabled = false,
  charactersMax,
  tooLong,
  rows = 3,
  action,
  hasCount = false,
}: Props) {
  const id = useId();
  const { text, type } = useTypedText(value, onChange);
  const characters = [...text].length;
  const isTooLong = characters > charactersMax;
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-3 text-sm">
        <label htmlFor={id} className="me-auto text-muted">
          {label}
        </label>
        {(characters > charactersMax * 0.9 || (hasCount && characters > 0)) && (
          <span id={`${id}-count`} className={`money ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}>
            {isTooLong ? tooLong(characters) : `${characters} / ${charactersMax}`}
          </span>
        )}
        {action}
      </div>
      <textarea
        id={id}
        value={text}
        rows={rows}
        disabled={disabled}
        placeholder={placeholder}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? `${id}-count` : undefined}
        onChange={(event) => type(event.target.value)}
        className={`block field-sizing-content max-h-60 ${rows < 3 ? 'min-h-16.5' : 'min-h-21'} w-full resize-y rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition-colors placeholder:text-muted enabled:hover:border-ink disabled:border-line disabled:bg-paper disabled:text-muted aria-invalid:border-danger`}
      />
    </div>
  );
}
