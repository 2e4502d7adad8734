import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { historySearchCharactersMax, historyStatuses, historyTools } from '#shared/history/api.ts';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type HistoryFilters as Filters, periods } from './filters.ts';

/** Pause after the last typed letter, because each search reads the history on the server. */
const searchAfterMs = 400;

type Props = {
  kind: BatchKind;
  filters: Filters;
  /** Sets a value of the address; undefined removes it. */
  onChange: (name: 'q' | 'tool' | 'status' | 'kept' | 'days', value: string | undefined) => void;
};

/** The names of the tools whose runs are in the list of images. */
const toolNames = { batch: 'nav.images', edit: 'nav.photo_edit', pipeline: 'nav.before_after' } as const;

/** The search and the filters. They apply to the whole history and not only to the loaded rows. */
export function HistoryFilters({ kind, filters, onChange }: Props) {
  const { t } = useTranslation();
  const every = { value: '', label: t('transactions.all') };
  return (
    <search aria-label={t('history.filter.label')} className="grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap">
      <SearchField search={filters.search} onSearch={(search) => onChange('q', search || undefined)} />
      {kind === 'image' && (
        <Select
          label={t('history.filter.tool')}
          value={filters.tool ?? ''}
          options={[every, ...historyTools.map((value) => ({ value, label: t(toolNames[value]) }))]}
          onChange={(value) => onChange('tool', value || undefined)}
          className="md:w-44"
        />
      )}
      <Select
        label={t('history.filter.status')}
        value={filters.status ?? ''}
        options={[every, ...historyStatuses.map((value) => ({ value, label: t(`history.filter.statuses.${value}`) }))]}
        onChange={(value) => onChange('status', value || undefined)}
        className="md:w-44"
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
        className="md:w-40"
      />
      <Select
        label={t('history.outcome')}
        value={filters.kept ? 'yes' : ''}
        options={[every, { value: 'yes', label: t('review.kept') }]}
        onChange={(value) => onChange('kept', value || undefined)}
        className="md:w-36"
      />
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
    // The address has changed for another reason, for example after a click on 'Clear filters'.
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
    // An emptied field shows the whole history immediately.
    const timer = setTimeout(() => send(), text === '' ? 0 : searchAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative col-span-2 min-w-0 flex-1 basis-56">
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
