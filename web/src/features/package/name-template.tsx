import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameFields, type TemplateProblem } from '#shared/package/file-names.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

type Props = { text: string; problem: TemplateProblem | undefined; onChange: (text: string) => void };

const tokenOf = (field: string) => `{${field}}`;

/** The template of the file names. A chip inserts its field at the position of the cursor. */
export function NameTemplate({ text, problem, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const insert = (token: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onChange(text.slice(0, from) + token + text.slice(to));
    input.current?.focus();
    // The cursor is set after React has written the new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(from + token.length, from + token.length));
  };
  return (
    <div>
      <Field label={t('package.names')} error={problem && <Problem problem={problem} />}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            dir="ltr"
            className="font-mono"
          />
        )}
      </Field>
      <ul aria-label={t('package.fields')} className="mt-2 flex flex-wrap gap-2">
        {nameFields.map((field) => (
          <li key={field}>
            <button
              type="button"
              aria-label={`${t('package.add_field')}: ${tokenOf(field)}, ${t(`package.field.${field}`)}`}
              disabled={text.includes(tokenOf(field))}
              onClick={() => insert(tokenOf(field))}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm text-accent-text enabled:hover:bg-sand disabled:bg-paper disabled:text-muted touch:min-h-11"
            >
              <Plus aria-hidden className="size-3.5" />
              <span className="font-mono font-semibold">{tokenOf(field)}</span>
              <span className="text-muted">{t(`package.field.${field}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const fieldList = nameFields.map(tokenOf).join(' ');

/** A sentence that names the problem and the way out. */
function Problem({ problem: { problem, text } }: { problem: TemplateProblem }) {
  const { t } = useTranslation();
  switch (problem) {
    case 'empty':
      return t('package.problem.empty', { fields: fieldList });
    case 'tooLong':
    case 'fixedTooLong':
      return t('package.problem.too_long');
    case 'brace':
      return t('package.problem.brace', { text, fields: fieldList });
    case 'unknownField':
      return t('package.problem.unknown_field', { text: tokenOf(text), fields: fieldList });
    case 'repeatedField':
      return t('package.problem.repeated_field', { text: tokenOf(text) });
    case 'invisible':
      return t('package.problem.invisible');
    case 'path':
    case 'emoji':
    case 'character':
      return t('package.problem.character', { text });
  }
}
