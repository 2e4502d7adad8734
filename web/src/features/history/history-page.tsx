import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchKind, batchKinds } from '#shared/batch/batch.ts';
import { runParameter } from '#web/app/paths.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { useIsDrawn } from '#web/lib/is-drawn.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { filtersIn } from './filters.ts';
import { HistoryFilters } from './history-filters.tsx';
import { LinkedRun } from './linked-run.tsx';
import { historyKey } from './list-history.ts';
import { RunList } from './run-list.tsx';
import { RunningPanel } from './running-panel.tsx';

/** History of batches (docs/spec.md 14.2). */
export function HistoryPage() {
  const { t } = useTranslation();
  const session = useSession();
  // The build draws the page as it looks while the session loads.
  const isDrawn = useIsDrawn();
  const queries = useQueryClient();

  // The cached history is removed at sign-out.
  useEffect(() => {
    if (session.status === 'anonymous') queries.removeQueries({ queryKey: historyKey });
  }, [session.status, queries]);

  return (
    <>
      <PageTitle page={t('history.title')} />
      <div className="mx-auto min-h-dvh max-w-page px-4 pt-8 sm:px-6 lg:pt-12">
        <h1 className="text-4xl font-semibold">{t('history.title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('history.subtitle')}</p>
        {(isDrawn || session.status === 'loading') && <Loading label={t('common.loading')} className="py-24" />}
        {!isDrawn && session.status === 'anonymous' && <SignedOut />}
        {session.status === 'user' && (
          <>
            <RunningPanel />
            <Runs userId={session.user.id} live={!session.expired} />
          </>
        )}
      </div>
    </>
  );
}

/** The tabs and the filters. The address contains them, so that the Back button restores them. */
function Runs({ userId, live }: { userId: string; live: boolean }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const kind = batchKinds.find((name) => name === search.get('tab')) ?? 'video';
  const showsAll = search.get('runs') === 'all';
  const linkedId = search.get(runParameter);
  const set = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value);
      else next.delete(name);
    setSearch(next, { replace: true });
  };
  const showAll = () => set({ runs: 'all' });
  return (
    <Tabs.Root
      value={kind}
      // Only images have several tools, and a linked run has one kind.
      onValueChange={(tab) => set({ tab: tab === 'video' ? undefined : tab, tool: undefined, [runParameter]: undefined })}
      className="mt-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line">
        <KindTabs />
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-base">
          <input
            type="checkbox"
            checked={showsAll}
            onChange={(event) => set({ runs: event.target.checked ? 'all' : undefined })}
            className="size-4 accent-accent"
          />
          {t(`${kind}.history.all_runs`)}
        </label>
      </div>
      <Tabs.Content key={kind} value={kind} className="pt-5">
        {linkedId ? (
          <LinkedRun kind={kind} userId={userId} batchId={linkedId} onShowAll={() => set({ [runParameter]: undefined })} />
        ) : (
          <>
            <HistoryFilters kind={kind} filters={filtersIn(search)} onChange={(name, value) => set({ [name]: value })} />
            <div className="pt-5">
              <RunList
                kind={kind}
                userId={userId}
                live={live}
                filters={filtersIn(search)}
                showsAll={showsAll}
                onShowAll={showAll}
                onClearFilters={() => setSearch(kind === 'video' ? {} : { tab: kind }, { replace: true })}
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
    <Tabs.List aria-label={t('history.tabs')} className="flex gap-6">
      {batchKinds.map((name: BatchKind) => (
        <Tabs.Trigger
          key={name}
          value={name}
          className="-mb-px min-h-11 border-b-2 border-transparent text-base text-muted transition-colors hover:text-ink data-[state=active]:border-accent-text data-[state=active]:font-semibold data-[state=active]:text-ink"
        >
          {t(`history.tab.${name}`)}
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
