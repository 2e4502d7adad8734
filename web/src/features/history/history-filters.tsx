import { Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { historySearchCharactersMax, historyStatuses, historyTools } from '#shared/history/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type HistoryFilters as Filters, isFiltered, periods } from './filters.ts';

/** The search starts after a typing pause of this length, because each search reads the history on the server. */
const searchAfterMs = 400;

type Props = {
  kind: BatchKind;
  filters: Filters;
  /** Sets a query parameter of the page URL. `undefined` removes the parameter. */
  onChange: (name: 'q' | 'tool' | 'status' | 'kept' | 'days', value: string | undefined) => void;
  /** Controls that are below the filters on phones. */
  children?: ReactNode;
};

/** The names of the tools whose runs are in the list of images. */
const toolNames = { batch: 'nav.images', edit: 'nav.photo_edit', pipeline: 'nav.before_after' } as const;

/**
 * The search and the filters. They search the whole history and not only the loaded rows. On phones, a button opens the filters, so
 * that the list starts higher.
 */
export function HistoryFilters({ kind, filters, onChange, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const hasFilter = isFiltered({ ...filters, search: '' });
  const every = { value: '', label: t('transactions.all') };
  return (
    <search aria-label={t('history.filter.label')} className="flex flex-wrap items-end gap-3">
      <SearchField search={filters.search} onSearch={(search) => onChange('q', search || undefined)} />
      <IconButton
        label={t('history.filter.label')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="relative size-11! border border-line-strong bg-surface aria-expanded:bg-sand tablet:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-5" />
        {hasFilter && <Dot tone="done" className="absolute end-1 top-1" />}
      </IconButton>
      <div id={id} className={`w-full grid-cols-2 items-end gap-3 tablet:contents ${open ? 'grid' : 'hidden'}`}>
        {kind === 'image' && (
          <Select
            label={t('history.filter.tool')}
            value={filters.tool ?? ''}
            options={[every, ...historyTools.map((value) => ({ value, label: t(toolNames[value]) }))]}
            onChange={(value) => onChange('tool', value || undefined)}
            className="tablet:w-44"
          />
        )}
        <Select
          label={t('history.filter.status')}
          value={filters.status ?? ''}
          options={[every, ...historyStatuses.map((value) => ({ value, label: t(`history.filter.statuses.${value}`) }))]}
          onChange={(value) => onChange('status', value || undefined)}
          className="tablet:w-44"
        />
        <Select
          label={t('transactions.date')}
          value={filters.days ? String(filters.days) : ''}
          options={[
            every,
            ...periods.map((days) => ({
              value: String(days),
              label: days === 1 ? t('history.filter.today') : t('history.filter.last_days', { days }),
            })),
          ]}
          onChange={(value) => onChange('days', value || undefined)}
          className="tablet:w-40"
        />
        <Select
          label={t('history.outcome')}
          value={filters.kept ? 'yes' : ''}
          options={[every, { value: 'yes', label: t('review.kept') }]}
          onChange={(value) => onChange('kept', value || undefined)}
          className="tablet:w-36"
        />
        <div className="col-span-2 tablet:hidden">{children}</div>
      </div>
    </search>
  );
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // Another control has changed the URL, for example 'Clear filters'.
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }
  const send = useEffectEvent(() => {
    const next = text.trim();
    if (next === sent) return;
    setSent(next);
    onSearch(next);
  });
  useEffect(() => {
    // If the user empties the field, the whole history appears immediately.
    const timer = setTimeout(() => send(), text === '' ? 0 : searchAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative min-w-0 flex-1 tablet:basis-56">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3 size-5 text-muted" />
      <Input
        type="search"
        aria-label={t('history.filter.search')}
        placeholder={t('history.filter.search')}
        value={text}
        maxLength={historySearchCharactersMax}
        onChange={(event) => setText(event.target.value)}
        className="ps-10"
      />
    </div>
  );
}
