import { Heart, Search, SlidersHorizontal, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type HistoryList, historySearchCharactersMax, historyStatuses, historyTools } from '#shared/history/api.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Input } from '#web/ui/input.tsx';
import { type HistoryFilters as Filters, isFiltered, periods } from './filters.ts';

/** The search starts after a typing pause of this length, because each search reads the history on the server. */
const searchAfterMs = 400;

type Props = {
  list: HistoryList;
  filters: Filters;
  /** Sets a query parameter of the page URL. `undefined` removes the parameter. */
  onChange: (name: 'q' | 'tool' | 'status' | 'kept' | 'days', value: string | undefined) => void;
};

/** The names of the tools whose runs are in the list of images. */
const toolNames = { batch: 'nav.images', edit: 'nav.photo_edit', pipeline: 'nav.before_after' } as const;

/**
 * The search and the filters in one line. They search the whole history and not only the loaded rows. On phones, a button opens the
 * filters, so that the list starts higher.
 */
export function HistoryFilters({ list, filters, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const hasFilter = isFiltered({ ...filters, search: '' });
  return (
    <search aria-label={t('history.filter.label')} className="flex flex-wrap items-center gap-2.5">
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
      <div id={id} className={`w-full grid-cols-2 items-center gap-2.5 tablet:contents ${open ? 'grid' : 'hidden'}`}>
        {list === 'image' && (
          <FilterChip
            label={t('history.filter.tool')}
            value={filters.tool}
            options={historyTools.map((value) => ({ value, label: t(toolNames[value]) }))}
            onChange={(value) => onChange('tool', value)}
          />
        )}
        <FilterChip
          label={t('history.filter.status')}
          value={filters.status}
          options={historyStatuses.map((value) => ({ value, label: t(`history.filter.statuses.${value}`) }))}
          onChange={(value) => onChange('status', value)}
        />
        <FilterChip
          label={t('transactions.date')}
          value={filters.days && String(filters.days)}
          options={periods.map((days) => ({
            value: String(days),
            label: days === 1 ? t('history.filter.today') : t('history.filter.last_days', { days }),
          }))}
          onChange={(value) => onChange('days', value)}
        />
        <button
          type="button"
          aria-pressed={filters.kept}
          onClick={() => onChange('kept', filters.kept ? undefined : 'yes')}
          className="inline-flex h-11 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-3 text-base transition-colors hover:bg-sand aria-pressed:border-accent-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          <Heart aria-hidden className={`size-4 shrink-0 ${filters.kept ? 'fill-current' : 'text-muted'}`} />
          {t('review.kept')}
        </button>
      </div>
    </search>
  );
}

type ChipProps = {
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

/** A filter that shows its name and its value. The first option is no filter. */
function FilterChip({ label, value, options, onChange }: ChipProps) {
  const { t } = useTranslation();
  const all = [{ value: '', label: t('transactions.all') }, ...options];
  return (
    <Chip
      label={label}
      value={value ?? ''}
      options={all.map((option) => ({ ...option, short: t('history.filter.chip', { label, value: option.label }) }))}
      onChange={(next) => onChange(next || undefined)}
      hasChevron
      className="h-11! px-3!"
    />
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
    <div className="relative min-w-0 flex-1 tablet:max-w-96 tablet:basis-56">
      <Search aria-hidden className="pointer-events-none absolute start-3 top-3 size-5 text-muted" />
      <Input
        type="search"
        aria-label={t('history.filter.search')}
        placeholder={t('history.filter.search')}
        value={text}
        maxLength={historySearchCharactersMax}
        onChange={(event) => setText(event.target.value)}
        className="ps-10 pe-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <IconButton
          label={t('history.filter.clear_search')}
          onClick={(event) => {
            setText('');
            // The button disappears, so the focus moves to the field.
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
          className="absolute! end-0 top-0 size-11!"
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
