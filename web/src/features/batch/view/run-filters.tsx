import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { countUnready, readinessStore } from '#web/features/readiness/readiness-store.ts';
import { Button } from '#web/ui/button.tsx';
import type { DotTone } from '#web/ui/dot.tsx';
import { FilterTabs } from '#web/ui/filter-tabs.tsx';
import { type Filter, filters, isShownBy } from '../cards/card-status.ts';
import { isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { BulkSheet, BulkToolbar } from './bulk-toolbar.tsx';
import { chooseFilter, keptCardIds, statusesOf, unreadyFilter } from './shown-cards.ts';
import { StickyLine } from './sticky-line.tsx';
import { useColumns } from './use-columns.ts';
import { viewStore } from './view-store.ts';
import { ViewSwitch } from './view-switch.tsx';

const tones: Partial<Record<Filter, DotTone>> = {
  ready: 'done',
  generating: 'running',
  queued: 'waiting',
  failed: 'failed',
  lacking: 'waiting',
  outside: 'waiting',
};

/** The states of the cards as filters. During a run, the filters replace the bulk settings. After the run, both can be visible. */
export function RunFilters() {
  const { t } = useTranslation();
  const { needsPrompt, tool } = useBench();
  const filter = useStore(viewStore, (state) => state.filter);
  const running = useBenchState(isRunning);
  const isPhone = useColumns() === 1;
  const [bulkOpen, setBulkOpen] = useState(false);
  const counts = useBenchState(
    useShallow((state) => {
      const statuses = statusesOf(state, needsPrompt);
      return filters.map((one) => statuses.filter((status) => isShownBy(one, status)).length);
    }),
  );
  const options = filters
    .map((value, index) => ({
      value,
      label: t(value === 'all' || value === 'lacking' ? `bench.filter.${value}` : `state.${value}`),
      count: counts[index] ?? 0,
      ...(tones[value] && { tone: tones[value] }),
    }))
    .filter(({ value, count }) => value === 'all' || count > 0 || value === filter);
  const unready = useUnready();
  const unreadyOptions = unready.map(({ shop, name, count }) => ({
    value: unreadyFilter(shop),
    label: t('readiness.not_ready', { shop: name }),
    count,
    tone: 'failed' as const,
  }));
  const keptCount = useBenchState((state) => keptCardIds(state).length);
  const keptOptions = keptCount > 0 ? [{ value: 'kept' as const, label: t('review.kept'), count: keptCount, tone: 'done' as const }] : [];
  const allOptions = [...options, ...keptOptions, ...unreadyOptions];
  // If all cards have the same state after the run, the filters have no use on phones. Elsewhere they stay, so that nothing moves.
  const hasFilters = !isPhone || running || filter !== 'all' || options.length > 2 || keptCount > 0 || unready.length > 0;
  const hasBulkButton = !running && !isPhone;
  const toggleBulk = () => {
    setBulkOpen(!bulkOpen);
    // The bulk settings are above the cards. If the page is scrolled down, it must scroll up, because otherwise the settings would open
    // outside the window.
    if (!bulkOpen) window.scrollTo({ top: 0 });
  };
  return (
    <>
      {hasFilters && (
        <StickyLine>
          {(isStuck) => (
            <div className="flex min-h-14 items-center gap-4 rounded-lg border border-line bg-surface px-3 shadow-card">
              <FilterTabs
                label={t('bench.filters')}
                value={allOptions.some(({ value }) => value === filter) ? filter : 'all'}
                options={allOptions}
                onChange={(chosen) => chooseFilter(chosen, tool)}
                className="flex-1"
              />
              {hasBulkButton && (
                <Button kind="quiet" size="small" aria-expanded={bulkOpen} onClick={toggleBulk}>
                  <SlidersHorizontal aria-hidden className="size-4" />
                  {t('batch.bulk_title')}
                </Button>
              )}
              {isStuck && !isPhone && <ViewSwitch />}
              {!running && isPhone && <BulkSheet isIcon />}
            </div>
          )}
        </StickyLine>
      )}
      {!running && (isPhone ? !hasFilters : bulkOpen) && (
        <div className={`mb-4 ${hasFilters ? '-mt-2' : ''}`}>
          <BulkToolbar isSticky={false} />
        </div>
      )}
    </>
  );
}

/** Counts the results of the cards that a marketplace would refuse. */
function useUnready() {
  const rules = useStore(readinessStore, (state) => state.rules);
  const results = useBenchState(useShallow(({ draft, items }) => draft.cards.flatMap(({ id }) => items.get(id) ?? [])));
  return countUnready(rules, results);
}
