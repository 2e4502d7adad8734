import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { type HistorySummary, historyNameCharactersMax } from '#shared/history/api.ts';
import { runName } from '#web/features/batch/running/run-name.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';
import { nameRun } from './name-run.ts';

export type NamedRun = Pick<HistorySummary, 'batch_id' | 'kind' | 'name' | 'file_names' | 'total_images'>;

/** The name of a run. The seller can change it. Enter or a blur saves the name. Escape keeps the previous name. */
export function RunTitle({ kind, run, id }: { kind: BatchKind; run: NamedRun; id: string }) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const shownName = runName(kind, run, i18n.language, t);

  const close = (name: string | undefined) => {
    setText(undefined);
    const previousName = run.name ?? '';
    // The suggested name comes from the file names. If the seller does not change it, it is not stored as the seller's name.
    if (name === undefined || name === previousName || (name === shownName && !previousName)) return;
    void nameRun({ kind, batchId: run.batch_id, name, previousName });
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    close(event.key === 'Enter' ? event.currentTarget.value.trim() : undefined);
    requestAnimationFrame(() => button.current?.focus());
  };

  if (text !== undefined)
    return (
      <>
        <h2 id={id} className="sr-only">
          {shownName}
        </h2>
        <Input
          // The field takes the focus, because the seller has just opened it.
          autoFocus
          aria-label={t('history.name')}
          value={text}
          maxLength={historyNameCharactersMax}
          onChange={(event) => setText(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={handleKey}
          onBlur={(event) => close(event.target.value.trim())}
          className="font-semibold"
        />
      </>
    );
  return (
    <div className="flex min-w-0 items-center gap-1">
      <h2 id={id} title={shownName} className="truncate font-sans text-base font-semibold tracking-normal">
        {shownName}
      </h2>
      <IconButton
        ref={button}
        label={t('history.rename', { name: shownName })}
        onClick={() => setText(shownName.slice(0, historyNameCharactersMax))}
      >
        <Pencil aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
