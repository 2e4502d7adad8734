import { Download, Plus, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { heldCents } from '#shared/credits/ledger.ts';
import { statementCsv } from '#shared/credits/statement-csv.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { serverNow } from '#web/lib/clock.ts';
import { saveBlob } from '#web/lib/download.ts';
import { dollars } from '#web/lib/money.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { listAllTransactions, type TransactionFilter, transactionTypes, useTransactions } from './list-transactions.ts';
import { openTopUp } from './top-up.ts';
import { TransactionsTable } from './transactions-table.tsx';

/** All changes of the balance, and the held amount (docs/spec.md 12.7). The URL contains the filter. */
export function TransactionsPage() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  return (
    <>
      <PageTitle page={t('transactions.title')} />
      <PageWidth className="pt-8 lg:pt-12">
        <h1 className="text-4xl font-semibold">{t('transactions.title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('transactions.subtitle')}</p>
        {session.status === 'loading' && <Loading label={t('common.loading')} className="py-20" />}
        {session.status === 'anonymous' && (
          <Empty text={t('transactions.signed_out')}>
            <Button kind="primary" onClick={signIn}>
              {t('auth.login')}
            </Button>
          </Empty>
        )}
        {session.status === 'user' && (
          <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Balances />
            <Transactions userId={session.expired ? undefined : session.user.id} />
          </div>
        )}
      </PageWidth>
    </>
  );
}

/** The balance, the part that is held for running work, and the available part. */
function Balances() {
  const { t } = useTranslation();
  const profile = useProfile();
  if (!profile) return null;
  const balances = balancesOf(profile);
  const figures = [
    { label: t('transactions.balance'), amount: balances.credits },
    { label: t('transactions.reserved'), amount: heldCents(balances), hint: t('transactions.reserved_hint') },
    { label: t('transactions.available'), amount: balances.available },
  ];
  return (
    <Panel as="div" className="lg:order-last">
      <dl className="money grid gap-x-8 gap-y-4 sm:max-lg:grid-cols-3">
        {figures.map(({ label, amount, hint }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 sm:max-lg:block">
            <dt className="text-base text-muted">{label}</dt>
            <dd className="text-2xl font-semibold">{dollars(amount)}</dd>
            {hint && <dd className="w-full text-sm text-muted">{hint}</dd>}
          </div>
        ))}
      </dl>
      <Button kind="primary" className="mt-5 w-full" onClick={() => openTopUp()}>
        <Plus aria-hidden className="size-4" />
        {t('credits.add')}
      </Button>
    </Panel>
  );
}

function Transactions({ userId }: { userId: string | undefined }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const type = transactionTypes.find((name) => name === search.get('type'));
  const transactions = useTransactions(userId, type);
  const choose = (value: string) => setSearch(value ? { type: value } : {}, { replace: true });
  const rows = transactions.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <section aria-label={t('transactions.list')} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('transactions.show')}
          value={type ?? ''}
          options={[
            { value: '', label: t('transactions.all') },
            ...transactionTypes.map((name) => ({ value: name, label: t(`transactions.types.${name}`) })),
          ]}
          onChange={choose}
          className="w-48"
        />
        <SaveCsv type={type} disabled={rows.length === 0} />
      </div>
      {transactions.isPending && <Loading label={t('common.loading')} className="py-20" />}
      {transactions.isError && rows.length === 0 && (
        <Empty text={t('transactions.failed')}>
          <Button onClick={() => void transactions.refetch()}>{t('common.try_again')}</Button>
        </Empty>
      )}
      {transactions.isSuccess && rows.length === 0 && !transactions.hasNextPage && (
        <Empty text={type ? t('transactions.none_of_type') : t('transactions.none')} />
      )}
      {rows.length > 0 && <TransactionsTable rows={rows} />}
      {transactions.hasNextPage && (
        <p className="mt-6 text-center">
          <Button
            aria-disabled={transactions.isFetchingNextPage}
            onClick={() => !transactions.isFetchingNextPage && void transactions.fetchNextPage()}
          >
            {transactions.isFetchingNextPage && <Spinner className="size-4" />}
            {t('transactions.more')}
          </Button>
        </p>
      )}
      {transactions.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-center text-base text-danger">
          {t('transactions.failed')}
        </p>
      )}
    </section>
  );
}

function SaveCsv({ type, disabled }: { type: TransactionFilter; disabled: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const headings = {
        date: t('transactions.csv.date'),
        type: t('transactions.csv.type'),
        description: t('transactions.csv.description'),
        reason: t('transactions.csv.reason'),
        amount: t('transactions.csv.amount'),
        balance: t('transactions.csv.balance'),
        batch: t('transactions.csv.batch'),
        id: t('transactions.csv.id'),
      };
      const csv = statementCsv(await listAllTransactions(type), headings, (name) => t(`transactions.types.${name}`));
      const day = new Date(serverNow()).toISOString().slice(0, 10);
      saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `vitrine-transactions-${day}.csv`);
    } catch (error) {
      console.info('the transactions could not be saved', error);
      toast({ message: t('transactions.save_failed'), durationMs: 6_000 });
    } finally {
      setBusy(false);
    }
  };
  const isIdle = !busy && !disabled;
  return (
    <Button aria-disabled={!isIdle} onClick={() => isIdle && void save()}>
      {busy ? <Spinner className="size-4" /> : <Download aria-hidden className="size-4" />}
      {t('transactions.save_csv')}
    </Button>
  );
}

function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sand text-accent-text">
        <ReceiptText aria-hidden className="size-7" />
      </span>
      <p className="max-w-md text-muted">{text}</p>
      {children}
    </div>
  );
}
