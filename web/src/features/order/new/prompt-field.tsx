import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#web/ui/field.tsx';
import { controlClass } from '#web/ui/input.tsx';

type Props = {
  label: string;
  hint?: string;
  prompt: string;
  /** The names of all fields that at least one product can fill. */
  fields: string[];
  /** A field in the prompt that no product can fill. */
  unknown: string | undefined;
  /** Shows what the prompt means for the first product. Hidden while a field is unknown. */
  example: ReactNode;
  onChange: (prompt: string) => void;
};

const charactersMax = 2000;

/** The prompt of all items, the fields that it can contain, and an example. */
export function PromptField({ label, hint, prompt, fields, unknown, example, onChange }: Props) {
  const { t } = useTranslation();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const insert = (field: string) => {
    const { selectionStart = prompt.length, selectionEnd = prompt.length } = textRef.current ?? {};
    onChange(`${prompt.slice(0, selectionStart)}{${field}}${prompt.slice(selectionEnd)}`.slice(0, charactersMax));
    textRef.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <Field label={label} hint={hint} error={unknown !== undefined && t('order.new.unknown_field', { field: `{${unknown}}` })}>
        {(control) => (
          <textarea
            {...control}
            ref={textRef}
            value={prompt}
            maxLength={charactersMax}
            rows={4}
            onChange={(event) => onChange(event.target.value)}
            className={`block px-3 py-2.5 ${controlClass}`}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{t('order.new.field_hint')}</span>
        {fields.map((field) => (
          <button
            key={field}
            type="button"
            onClick={() => insert(field)}
            className="min-h-8 cursor-pointer rounded-sm bg-accent-soft px-2 font-semibold text-accent-text hover:underline touch:min-h-11"
          >
            {`{${field}}`}
          </button>
        ))}
      </div>
      {unknown === undefined && example}
    </div>
  );
}
