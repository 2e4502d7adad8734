import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { autoTopUpDollars, consentVersion } from '#shared/credits/auto-top-up.ts';
import type { AutoTopUpResponse } from '#shared/credits/auto-top-up-calls.ts';
import { checkoutSessionId, packageFor, parseDollars } from '#shared/credits/packages.ts';
import { codeOf } from '#web/lib/api.ts';
import { dollars, dollarsFromApi, wholeDollars } from '#web/lib/money.ts';
import { useLocation, useSearchParams } from '#web/lib/router.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { bringIntoView } from '#web/ui/bring-into-view.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { openCardPage, useAutoTopUp, useRemoveCard, useSaveAutoTopUp } from './auto-top-up.ts';

/** The settings of the automatic top-up, and the saved card (docs/spec.md 13.8). */
export function AutoTopUpSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const returned = query.get('card') ?? '';
  const cardPage = checkoutSessionId.test(returned) ? returned : undefined;
  const { data, error, refetch } = useAutoTopUp(userId, cardPage);
  const isSaved = data !== undefined && returned !== '';
  useEffect(() => {
    // Removes the parameters of the URL. Otherwise, a reload would read the page for the card again.
    if (isSaved) setQuery({}, { replace: true });
  }, [isSaved, setQuery]);
  const { hash } = useLocation();
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The browser cannot scroll to the hash itself, because this section appears after the profile was read.
    if (hash === `#${sectionId}`) bringIntoView(inner.current?.parentElement ?? null);
  }, [hash]);
  return (
    <Panel id={sectionId} title={t('auto_top_up.title')}>
      <div ref={inner} />
      <p className="text-muted">{t('auto_top_up.text')}</p>
      {data && <Settings key={data.card?.last4 ?? ''} userId={userId} current={data} />}
      {!data && error && (
        <div role="alert" className="mt-4 grid justify-items-start gap-3">
          <p>{t('account.load_failed')}</p>
          <Button onClick={() => void refetch()}>{t('common.try_again')}</Button>
        </div>
      )}
      {!data && !error && <Loading label={t('common.loading')} className="py-8" />}
    </Panel>
  );
}

/** The link in a paused order has this hash. */
const sectionId = 'auto-top-up';

const amountNames = ['threshold', 'amount', 'monthlyLimit'] as const;
type Amounts = Record<(typeof amountNames)[number], string>;

const labels = { threshold: 'auto_top_up.threshold', amount: 'auto_top_up.amount', monthlyLimit: 'auto_top_up.monthly_limit' } as const;

const isValid = (name: (typeof amountNames)[number], typed: string): boolean => {
  const value = parseDollars(typed);
  return Number.isInteger(value) && value >= autoTopUpDollars[name].min && value <= autoTopUpDollars[name].max;
};

function Settings({ userId, current }: { userId: string; current: AutoTopUpResponse }) {
  const { t } = useTranslation();
  const [amounts, setAmounts] = useState<Amounts>({
    threshold: String(current.threshold),
    amount: String(current.amount),
    monthlyLimit: String(current.monthlyLimit),
  });
  const [agrees, setAgrees] = useState(current.hasConsent);
  const save = useSaveAutoTopUp(userId);
  const areValid = amountNames.every((name) => isValid(name, amounts[name]));
  const price = isValid('amount', amounts.amount) ? packageFor(parseDollars(amounts.amount)).price : undefined;
  const send = (isOn: boolean) => {
    if (!areValid || save.isPending) return;
    const [threshold = 0, amount = 0, monthlyLimit = 0] = amountNames.map((name) => parseDollars(amounts[name]));
    const consent = isOn && !current.hasConsent ? ({ consent: consentVersion } as const) : {};
    save.mutate({ isOn, threshold, amount, monthlyLimit, ...consent, opensCardPage: isOn && !current.card });
  };
  return (
    <>
      <State current={current} />
      <div className="mt-5 grid gap-4 tablet:grid-cols-3">
        {amountNames.map((name) => (
          <Field key={name} label={t(labels[name])} error={!isValid(name, amounts[name]) && limitsText(t, name)}>
            {(control) => (
              <div className="relative">
                <span aria-hidden className="absolute inset-y-0 start-3 grid place-items-center text-muted">
                  $
                </span>
                <Input
                  {...control}
                  inputMode="numeric"
                  maxLength={5}
                  className="ps-7 tabular-nums"
                  value={amounts[name]}
                  onChange={(event) => setAmounts({ ...amounts, [name]: event.target.value })}
                />
              </div>
            )}
          </Field>
        ))}
      </div>
      {price !== undefined && <p className="mt-3 text-sm text-muted">{t('auto_top_up.price', { price: dollars(price) })}</p>}
      {!current.hasConsent && (
        <Checkbox className="mt-3 text-base" checked={agrees} onChange={setAgrees} label={t('auto_top_up.consent')} />
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {!(current.isOn && current.card) && (
          <Button kind="primary" aria-disabled={!agrees || !areValid || save.isPending} onClick={() => agrees && send(true)}>
            {save.isPending && <Spinner className="size-4" />}
            {t(current.card ? 'auto_top_up.turn_on' : 'auto_top_up.turn_on_with_card')}
          </Button>
        )}
        {current.isOn && current.card && (
          <Button kind="primary" aria-disabled={!areValid || save.isPending} onClick={() => send(true)}>
            {save.isPending && <Spinner className="size-4" />}
            {t('auto_top_up.save')}
          </Button>
        )}
        {current.isOn && (
          <Button aria-disabled={save.isPending} onClick={() => send(false)}>
            {t('auto_top_up.turn_off')}
          </Button>
        )}
      </div>
      <p role="status" className={save.isSuccess || save.isError ? 'mt-3 text-base' : 'sr-only'}>
        {save.isSuccess && t('auto_top_up.saved')}
        {save.isError && <span className="text-danger">{t(`errors.${codeOf(save.error)}`)}</span>}
      </p>
      {current.card && <CardRow userId={userId} card={current.card} />}
    </>
  );
}

const limitsText = (t: TFunction, name: (typeof amountNames)[number]): string =>
  t('top_up.limits', { min: wholeDollars(autoTopUpDollars[name].min * 100), max: wholeDollars(autoTopUpDollars[name].max * 100) });

/** Whether the top-up is on, how much of the limit is used, and why it was turned off. */
function State({ current }: { current: AutoTopUpResponse }) {
  const { t } = useTranslation();
  const { isOn, card, spentThisMonth, monthlyLimit, stopReason, isRunning } = current;
  const works = isOn && card !== undefined;
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`rounded-full px-3 py-0.5 text-sm font-semibold ${works ? 'bg-success-soft text-success' : 'bg-sand text-muted'}`}>
          {t(works ? 'auto_top_up.on' : 'auto_top_up.off')}
        </span>
        <span className="money text-sm text-muted">
          {t('auto_top_up.spent', { spent: dollarsFromApi(spentThisMonth), limit: dollarsFromApi(monthlyLimit) })}
        </span>
      </p>
      {isRunning && (
        <Alert tone="info" className="mt-4">
          {t('auto_top_up.running')}
        </Alert>
      )}
      {stopReason && (
        <Alert tone="warning" className="mt-4">
          {t(`auto_top_up.stopped_${stopReason}`)}
        </Alert>
      )}
    </>
  );
}

function CardRow({ userId, card }: { userId: string; card: NonNullable<AutoTopUpResponse['card']> }) {
  const { t } = useTranslation();
  const remove = useRemoveCard(userId);
  const replace = useMutation({ mutationFn: openCardPage });
  const isBusy = remove.isPending || replace.isPending;
  const error = remove.error ?? replace.error;
  const expires = `${String(card.expMonth).padStart(2, '0')}/${card.expYear}`;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p className="flex items-center gap-2.5">
        <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
        {t('auto_top_up.card', { brand: brandName(card.brand), last4: card.last4, expires })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button aria-disabled={isBusy} onClick={() => !isBusy && replace.mutate()}>
          {t('auto_top_up.replace_card')}
        </Button>
        <Button
          kind="danger"
          aria-disabled={isBusy}
          onClick={() => !isBusy && remove.mutate(undefined, { onSuccess: () => showToast({ message: t('auto_top_up.card_removed') }) })}
        >
          {t('auto_top_up.remove_card')}
        </Button>
      </div>
      {error && (
        <p role="alert" className="mt-3 text-base text-danger">
          {t(`errors.${codeOf(error)}`)}
        </p>
      )}
    </div>
  );
}

/** Stripe's brand names are in lower case: https://docs.stripe.com/api/payment_methods/object#payment_method_object-card-brand */
const brandName = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1);
