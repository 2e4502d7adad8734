import { Plus, ScanSearch, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusAreaCharactersMax } from '#shared/pipeline/focus-areas.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { exampleOf, type Setup, type SetupChange } from './setup.ts';

const productTypeCharactersMax = 100;

type Props = {
  setup: Setup;
  change: (change: SetupChange) => void;
  analyzing: boolean;
  disabled: boolean;
  onAnalyze: () => void;
};

/** What the run works on: analyze, tick, add (P2, P3). */
export function FocusFields({ setup, change, analyzing, disabled, onAnalyze }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const example = exampleOf(setup);
  const isStale = setup.analysis !== undefined && example !== undefined && setup.analysis.of !== example;
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            aria-disabled={disabled || !example}
            aria-busy={analyzing}
            aria-describedby={`${id}-analyze`}
            onClick={() => !disabled && example && onAnalyze()}
          >
            {analyzing ? <Spinner className="size-4" /> : <ScanSearch aria-hidden className="size-4" />}
            {analyzing ? t('pipeline.analyzing') : t('pipeline.analyze')}
          </Button>
          <p id={`${id}-analyze`} className="min-w-40 flex-1 text-xs text-muted">
            {!example ? t('pipeline.analyze_needs') : isStale ? t('pipeline.analyze_stale') : t('pipeline.analyze_hint')}
          </p>
        </div>
        <fieldset disabled={disabled} className="mt-5">
          <legend className="text-sm font-semibold">{setup.analysis ? t('pipeline.suggested') : t('pipeline.common')}</legend>
          <Suggestions setup={setup} change={change} />
        </fieldset>
        {setup.analysis && !isStale && (
          <div role="status" className="mt-4 rounded-md bg-sand/60 px-4 py-3 text-sm">
            <p className="font-semibold">{t('pipeline.insights')}</p>
            <p className="mt-1 text-muted">{setup.analysis.visualAnalysis}</p>
          </div>
        )}
      </div>
      <div className="flex flex-col gap-5">
        <CustomAreas setup={setup} change={change} disabled={disabled} />
        <div>
          <label htmlFor={`${id}-type`} className="text-sm font-semibold">
            {t('pipeline.product_type')} <span className="font-normal text-muted">{t('pipeline.optional')}</span>
          </label>
          <input
            id={`${id}-type`}
            value={setup.productType}
            maxLength={productTypeCharactersMax}
            disabled={disabled}
            placeholder={t('pipeline.product_type_example')}
            onChange={({ target }) => change({ type: 'productTypeChanged', productType: target.value })}
            className={fieldClass}
          />
        </div>
      </div>
    </div>
  );
}

const fieldClass =
  'mt-1.5 min-h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-base placeholder:text-muted disabled:border-line disabled:text-muted';

function Suggestions({ setup, change }: Pick<Props, 'setup' | 'change'>) {
  const areaName = useAreaName();
  return (
    <div className="mt-2 flex flex-col">
      {setup.suggestions.map(({ area, isTicked }) => (
        <label key={area} className="flex min-h-10 cursor-pointer items-center gap-3 text-sm has-disabled:cursor-not-allowed">
          <input
            type="checkbox"
            checked={isTicked}
            onChange={({ target }) => change({ type: 'ticked', area, isTicked: target.checked })}
            className="size-5 shrink-0 accent-accent"
          />
          {areaName(area)}
        </label>
      ))}
    </div>
  );
}

function CustomAreas({ setup, change, disabled }: Pick<Props, 'setup' | 'change' | 'disabled'>) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    if (text.trim() === '') return;
    change({ type: 'areaAdded', text });
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends a word that is being put together, in Japanese for one.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <label htmlFor={id} className="text-sm font-semibold">
        {t('pipeline.custom')}
      </label>
      <div className="flex items-end gap-2 max-sm:flex-col max-sm:items-stretch">
        <input
          ref={field}
          id={id}
          value={text}
          maxLength={focusAreaCharactersMax}
          disabled={disabled}
          placeholder={t('pipeline.custom_example')}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          className={fieldClass}
        />
        <Button disabled={disabled} aria-label={t('pipeline.custom_add_label')} onClick={add}>
          <Plus aria-hidden className="size-4" />
          {t('pipeline.custom_add')}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
        {t('pipeline.custom_hint')}
      </p>
      {setup.custom.length > 0 && (
        <ul aria-label={t('pipeline.custom_list')} className="mt-2 flex flex-wrap gap-2">
          {setup.custom.map((area) => (
            <li key={area} className="flex max-w-full items-center rounded-full bg-accent-soft ps-3 text-sm">
              <span className="min-w-0 wrap-anywhere">{area}</span>
              <button
                type="button"
                disabled={disabled}
                aria-label={t('pipeline.custom_remove', { area })}
                onClick={() => {
                  change({ type: 'areaRemoved', area });
                  field.current?.focus();
                }}
                className="grid size-8 shrink-0 place-items-center rounded-full text-muted enabled:hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
