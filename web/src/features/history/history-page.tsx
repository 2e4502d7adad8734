import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { historyLists } from '#shared/history/api.ts';
import { runParameter } from '#web/app/paths.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { useLoadReadiness } from '#web/features/readiness/readiness-store.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { historyKey } from '#web/lib/query-keys.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { filtersIn, isFiltered } from './filters.ts';
import { HistoryFilters } from './history-filters.tsx';
import { LinkedRun } from './linked-run.tsx';
import { useHistory } from './list-history.ts';
import { RunList } from './run-list.tsx';
import { RunningPanel } from './running-panel.tsx';
import { ShownOrders } from './shown-orders.tsx';

/** History of batches (docs/spec.md 14.2). */
export function HistoryPage() {
  const { t } = useTranslation();
  const session = useSession();
  // The build prerenders the page in the state in which the session is still loading.
  const isPrerendered = useIsPrerendered();
  const queries = useQueryClient();
  useLoadReadiness();

  // The cached history is removed at sign-out.
  useEffect(() => {
    if (session.status === 'anonymous') queries.removeQueries({ queryKey: historyKey });
  }, [session.status, queries]);

  return (
    <>
      <PageTitle page={t('history.title')} />
      <PageWidth className="min-h-dvh">
        <PageHeader compact title={t('history.title')} subtitle={t('history.subtitle')} />
        {(isPrerendered || session.status === 'loading') && <Loading label={t('common.loading')} className="py-24" />}
        {!isPrerendered && session.status === 'anonymous' && <SignedOut />}
        {session.status === 'user' && (
          <>
            <ShownOrders />
            <RunningPanel />
            <Runs userId={session.user.id} live={!session.expired} />
          </>
        )}
      </PageWidth>
    </>
  );
}

/** The tabs and the filters. The URL contains their values, so that the Back button restores them. */
function Runs({ userId, live }: { userId: string; live: boolean }) {
  const [search, setSearch] = useSearchParams();
  const list = historyLists.find((name) => name === search.get('tab')) ?? 'all';
  const filters = filtersIn(search);
  const linkedId = search.get(runParameter);
  const set = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setSearch(next, { replace: true });
  };
  // While the history is empty, there is nothing to search.
  const { data } = useHistory(list, live ? userId : undefined, filters);
  const hasFilters = isFiltered(filters) || data?.pages.some(({ items, nextCursor }) => items.length > 0 || nextCursor) === true;
  return (
    <Tabs.Root
      value={list}
      // The filter for tools is shown only for images, because several tools make images. If a link selects one run, no filter is needed.
      // A change of the tab removes the filter for undelivered results.
      onValueChange={(tab) =>
        set({
          tab: tab === 'all' ? undefined : tab,
          tool: undefined,
          [runParameter]: undefined,
          ...(filters.status === 'undelivered' && { status: undefined }),
        })
      }
    >
      <KindTabs />
      <Tabs.Content key={list} value={list} className="pt-3 tablet:pt-4">
        {linkedId ? (
          <LinkedRun
            kind={list === 'all' ? 'video' : list}
            userId={userId}
            batchId={linkedId}
            onShowAll={() => set({ [runParameter]: undefined })}
          />
        ) : (
          <>
            {hasFilters && <HistoryFilters list={list} filters={filters} onChange={(name, value) => set({ [name]: value })} />}
            <div className={hasFilters ? 'pt-4' : ''}>
              <RunList
                list={list}
                userId={userId}
                live={live}
                filters={filters}
                onShowUndelivered={() => set({ status: 'undelivered' })}
                onClearFilters={() => setSearch(list === 'all' ? {} : { tab: list }, { replace: true })}
              />
            </div>
          </>
        )}
      </Tabs.Content>
    </Tabs.Root>
  );
}

function KindTabs() {
  const { t } = useTranslation();
  return (
    <Tabs.List aria-label={t('history.tabs')} className="flex gap-6 border-b border-line">
      {historyLists.map((name) => (
        <Tabs.Trigger
          key={name}
          value={name}
          className="-mb-px min-h-11 border-b-2 border-transparent text-base text-muted transition-colors hover:text-ink data-[state=active]:border-accent-text data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {name === 'all' ? t('transactions.all') : t(`history.tab.${name}`)}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <EmptyState
      icon={<History aria-hidden />}
      title={t('history.signed_out')}
      action={
        <Button kind="primary" onClick={signIn}>
          {t('auth.login')}
        </Button>
      }
    />
  );
}
