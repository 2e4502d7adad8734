import { useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchKind, batchKinds } from '#shared/batch/batch.ts';
import { paths } from '#web/app/paths.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { KindIcon } from '#web/features/batch/view/kind-icon.tsx';
import { useIsDrawn } from '#web/lib/is-drawn.ts';
import { Link, useSearchParams } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { HistoryRow } from './history-row.tsx';
import { historyKey, useHistory } from './list-history.ts';

/** The page that makes each kind of result. */
const toolPaths: Record<BatchKind, string> = { video: paths.batchVideo, image: paths.batchImage };

/** History of batches (docs/spec.md 14.2). The tab and the filter are in the address, so that the Back button restores them. */
export function HistoryPage() {
  const { t } = useTranslation();
  const session = useSession();
  // The build draws the page as it looks while the session loads.
  const isDrawn = useIsDrawn();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const kind = batchKinds.find((name) => name === search.get('tab')) ?? 'video';
  const showsAll = search.get('runs') === 'all';
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };

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
        {(isDrawn || session.status === 'loading') && <Loading />}
        {!isDrawn && session.status === 'anonymous' && <SignedOut />}
        {session.status === 'user' && (
          <Tabs.Root value={kind} onValueChange={(tab) => set('tab', tab === 'video' ? undefined : tab)} className="mt-6">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line">
              <Tabs.List aria-label={t('history.tabs')} className="flex gap-6">
                {batchKinds.map((name) => (
                  <Tabs.Trigger
                    key={name}
                    value={name}
                    className="-mb-px min-h-11 border-b-2 border-transparent text-base text-muted transition-colors hover:text-ink data-[state=active]:border-accent-text data-[state=active]:font-semibold data-[state=active]:text-ink"
                  >
                    {t(`history.tab.${name}`)}
                  </Tabs.Trigger>
                ))}
              </Tabs.List>
              <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-base">
                <input
                  type="checkbox"
                  checked={showsAll}
                  onChange={(event) => set('runs', event.target.checked ? 'all' : undefined)}
                  className="size-4 accent-accent"
                />
                {t(`${kind}.history.all_runs`)}
              </label>
            </div>
            <Tabs.Content key={kind} value={kind} className="pt-5">
              <KindHistory
                kind={kind}
                userId={session.user.id}
                live={!session.expired}
                showsAll={showsAll}
                onShowAll={() => set('runs', 'all')}
              />
            </Tabs.Content>
          </Tabs.Root>
        )}
      </div>
    </>
  );
}

type KindHistoryProps = { kind: BatchKind; userId: string; live: boolean; showsAll: boolean; onShowAll: () => void };

function KindHistory({ kind, userId, live, showsAll, onShowAll }: KindHistoryProps) {
  const { t } = useTranslation();
  const history = useHistory(kind, live ? userId : undefined);
  const { refetch } = history;
  const hasRenewed = useRef(false);
  // The addresses of pictures expire after an hour. The page renews them only once, because a deleted picture would cause endless requests.
  const renew = useCallback(() => {
    if (hasRenewed.current) return;
    hasRenewed.current = true;
    void refetch();
  }, [refetch]);

  if (history.isPending) return <Loading />;
  if (history.isError && !history.data)
    return (
      <div role="alert" className="grid justify-items-center gap-4 py-16 text-center">
        <p>{t('history.list_failed')}</p>
        <Button onClick={() => void refetch()}>{t('common.try_again')}</Button>
      </div>
    );

  const allRuns = history.data.pages.flatMap((page) => page.items);
  // The list contains only runs with a result. With the filter, the seller can also list all other runs.
  const shownRuns = showsAll ? allRuns : allRuns.filter((run) => run.completed_images > 0);
  const hiddenCount = allRuns.length - shownRuns.length;

  return (
    <>
      {shownRuns.length === 0 && !history.hasNextPage && (
        <Empty
          icon={<KindIcon kind={kind} className="size-7" />}
          title={t(`${kind}.history.empty`)}
          action={
            hiddenCount > 0 ? (
              <Button onClick={onShowAll}>{t(`${kind}.history.show_hidden`, { count: hiddenCount })}</Button>
            ) : (
              <Link to={toolPaths[kind]} className={buttonClass('primary')}>
                {t(`${kind}.history.make`)}
              </Link>
            )
          }
        />
      )}
      {shownRuns.length > 0 && (
        <ul aria-label={t('history.runs')} className="space-y-4">
          {shownRuns.map((run) => (
            <HistoryRow key={run.batch_id} run={run} kind={kind} userId={userId} onStale={renew} />
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <p className="mt-6 text-center">
          <Button aria-disabled={history.isFetchingNextPage} onClick={() => !history.isFetchingNextPage && void history.fetchNextPage()}>
            {history.isFetchingNextPage && <Spinner className="size-4" />}
            {t('history.show_more')}
          </Button>
        </p>
      )}
      {history.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-center text-base text-danger">
          {t('history.list_failed')}
        </p>
      )}
    </>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="grid place-items-center py-24">
      <Spinner className="size-7" />
      <span className="sr-only">{t('common.loading')}</span>
    </p>
  );
}

function SignedOut() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <Empty
      icon={<History aria-hidden className="size-7" />}
      title={t('history.signed_out')}
      action={
        <Button kind="primary" onClick={signIn}>
          {t('auth.login')}
        </Button>
      }
    />
  );
}

function Empty({ icon, title, action }: { icon: ReactNode; title: string; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-20 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sand text-accent-text">{icon}</span>
      <p className="max-w-md text-muted">{title}</p>
      {action}
    </div>
  );
}
