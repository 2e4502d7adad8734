import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filledPrompt, type PromptValues } from '#shared/order/prompt.ts';
import { Field } from '#web/ui/field.tsx';
import { controlClass } from '#web/ui/input.tsx';

type Props = {
  prompt: string;
  /** The names of all fields that at least one product can fill. */
  fields: string[];
  /** A field in the prompt that no product can fill. */
  unknown: string | undefined;
  example: PromptValues | undefined;
  onChange: (prompt: string) => void;
};

const charactersMax = 2000;

/** The prompt of all items, the fields that it can contain, and the prompt of the first product. */
export function PromptField({ prompt, fields, unknown, example, onChange }: Props) {
  const { t } = useTranslation();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const insert = (field: string) => {
    const { selectionStart = prompt.length, selectionEnd = prompt.length } = textRef.current ?? {};
    onChange(`${prompt.slice(0, selectionStart)}{${field}}${prompt.slice(selectionEnd)}`.slice(0, charactersMax));
    textRef.current?.focus();
  };
  return (
    <div className="grid gap-3">
      <Field label={t('batch.prompt')} error={unknown !== undefined && t('order.new.unknown_field', { field: `{${unknown}}` })}>
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
      {example && unknown === undefined && (
        <p className="rounded-md bg-paper px-3 py-2.5 text-sm wrap-anywhere">
          <span className="text-muted">{t('order.new.example')}</span> {example.sku && <b className="font-semibold">{example.sku}</b>}{' '}
          {filledPrompt(prompt, example)}
        </p>
      )}
    </div>
  );
}
