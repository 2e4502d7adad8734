import { type ReactNode, type Ref, useId } from 'react';
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
  /** A button inside the frame, below the text. */
  action?: ReactNode;
  /** Whether the number of characters is always shown. Otherwise, it appears when the text is almost too long. */
  hasCount?: boolean;
  /** The reason why this text cannot be used. On wide windows, only screen readers read it, because the page shows it beside the result. */
  problem?: string | undefined;
  fieldRef?: Ref<HTMLTextAreaElement>;
};

/** A text field for a prompt. It accepts a text above the limit and shows a message. So a pasted text is not shortened. */
export function PromptBox(props: Props) {
  const { label, value, onChange, placeholder, disabled = false, charactersMax, tooLong, rows = 3, action, hasCount = false } = props;
  const { problem, fieldRef } = props;
  const id = useId();
  const { text, type } = useTypedText(value, onChange);
  const characters = [...text].length;
  const isTooLong = characters > charactersMax;
  const showsCount = characters > charactersMax * 0.9 || (hasCount && characters > 0);
  const isInvalid = isTooLong || problem !== undefined;
  const description = isTooLong ? `${id}-count` : problem !== undefined ? `${id}-problem` : undefined;
  return (
    <div className="relative flex min-w-0 flex-col">
      <label htmlFor={id} className="mb-1 text-sm text-muted">
        {label}
      </label>
      <div
        className={`flex flex-1 flex-col rounded-md border bg-surface transition-colors has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 has-[textarea:focus-visible]:outline-accent-text has-[textarea:disabled:not(:root[data-app=starting]_*)]:border-line has-[textarea:disabled:not(:root[data-app=starting]_*)]:bg-paper ${isInvalid ? 'border-danger' : 'border-line-strong has-[textarea:enabled:hover]:border-ink'}`}
      >
        <textarea
          ref={fieldRef}
          id={id}
          value={text}
          rows={rows}
          disabled={disabled}
          placeholder={placeholder}
          aria-invalid={isInvalid}
          aria-describedby={description}
          onChange={(event) => type(event.target.value)}
          className={`block field-sizing-content max-h-60 ${rows < 3 ? 'min-h-16.5' : 'min-h-21'} w-full resize-none rounded-md bg-transparent px-3 py-2 text-base text-ink outline-none placeholder:text-muted disabled:text-muted`}
        />
        {(action || showsCount) && (
          <div className="flex min-h-9 shrink-0 items-center gap-3 px-1.5 pb-1 text-sm">
            {action}
            {showsCount && (
              <span id={`${id}-count`} className={`money ms-auto me-1.5 ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}>
                {isTooLong ? tooLong(characters) : `${characters} / ${charactersMax}`}
              </span>
            )}
          </div>
        )}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-pretty text-danger lg:sr-only">
          {problem}
        </p>
      )}
    </div>
  );
}
