import { Tabs } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadsOf } from '#web/features/batch/cards/downloads.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { liveSpacingMs } from '#web/lib/download.ts';
import { bringIntoView } from '#web/ui/bring-into-view.ts';
import { resultsOf, type SingleTab } from '../single.ts';
import { openTab } from '../single-actions.ts';
import { OrderFailure } from './order-failure.tsx';
import { RunNote } from './run-note.tsx';
import { Samples } from './samples.tsx';
import { useSingle, useSingleView } from './use-single.ts';
import { Versions } from './versions.tsx';

/** The tabs with sample videos and results (docs/spec.md 6.1). On phones, this panel is above the form. */
export function TabsPanel() {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const tab = useSingle(({ draft }) => draft.tab);
  const hasVersions = useSingle(({ batches, sending }) => batches.length > 0 || sending !== undefined);
  const orderCount = useSingleView((view) => view.orderCount);
  useEffect(() => {
    if (orderCount > 0) bringIntoView(panel.current);
  }, [orderCount]);
  return (
    <Tabs.Root
      ref={panel}
      value={tab}
      onValueChange={(next) => openTab(next as SingleTab)}
      className={`@container relative flex min-w-0 flex-col overflow-clip rounded-lg border border-line bg-surface shadow-card ${tab === 'results' && hasVersions ? 'max-lg:order-first' : ''}`}
    >
      <div className="flex min-h-15 items-center justify-between gap-x-3 px-2.5 py-1.5 low:min-h-14 low:py-0">
        <Tabs.List aria-label={t('single.tabs')} className="flex gap-1">
          <TabButton value="samples" />
          <TabButton value="results" />
        </Tabs.List>
        <RunNote className="me-auto min-w-0 flex-1 @max-[35rem]:hidden" />
        {tab === 'results' && (
          <div className="@max-[35rem]:hidden">
            <Downloads />
          </div>
        )}
      </div>
      <OrderFailure />
      <Tabs.Content value="samples" className="flex flex-1 flex-col">
        <RunNote className="px-4 pb-3 @min-[35rem]:hidden" />
        <Samples />
      </Tabs.Content>
      <Tabs.Content value="results" className="flex flex-1 flex-col">
        <Versions />
        {/* Hidden on phones, because the row of the tabs has no space for this button. */}
        <div className="grid px-4 pb-4 empty:hidden @min-[35rem]:hidden">
          <Downloads />
        </div>
      </Tabs.Content>
    </Tabs.Root>
  );
}

function TabButton({ value }: { value: SingleTab }) {
  const { t } = useTranslation();
  const count = useSingle(({ batches }) => batches.length);
  const label =
    value === 'samples' ? t('single.tab_samples') : count > 1 ? t('single.tab_results_count', { count }) : t('single.tab_results');
  return (
    <Tabs.Trigger
      value={value}
      className="money min-h-11 rounded-md px-3.5 text-muted transition-colors hover:bg-sand/60 max-xs:px-2.5 data-[state=active]:bg-sand data-[state=active]:font-semibold data-[state=active]:text-ink"
    >
      {label}
    </Tabs.Trigger>
  );
}

function Downloads() {
  const batches = useSingle((state) => state.batches);
  const files = downloadsOf('video', resultsOf(batches));
  // A single video has its own button.
  return files.length > 1 && <DownloadAll files={files} archive="videos" spacingMs={liveSpacingMs} size="small" kind="quiet" />;
}
