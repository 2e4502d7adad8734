import { CreditCard, Info } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { amountError, customAmount, discount, discountFigures, packages, parseDollars, priceOf } from '#shared/credits/packages.ts';
import type { Cents } from '#shared/money.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';
import { dollars, dollarsFromApi, wholeDollars } from '#web/lib/money.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { createCheckout } from './create-checkout.ts';
import { openTopUp, type Selection, storeSelection, type TopUp } from './top-up.ts';
import { countFor, pricedResults } from './what-credits-buy.ts';

/**
 * The dialog for a top-up. The seller chooses one of two fixed packages or a custom amount, and pays on a hosted page (docs/spec.md 13.1,
 * 13.2).
 */
export function TopUpDialog({ topUp, onClose }: { topUp: TopUp; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [selection, setSelection] = useState(topUp.selection);
  const [invalid, setInvalid] = useState<string>();
  const { pay, processing, failure } = usePayment(topUp, selection);
  const amount = dollarsOf(selection);
  const price = amountError(amount) ? undefined : priceOf(amount);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = amountError(amount);
    setInvalid(refusal && t(`errors.${refusal}`, amountLimits()));
    if (!refusal && !processing) void pay(amount);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('top_up.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} aria-disabled={processing} className="money">
            <CreditCard aria-hidden className="size-4" />
            {processing ? t('top_up.processing') : price === undefined ? t('top_up.pay') : t('top_up.pay_price', { price: dollars(price) })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <fieldset className="space-y-2.5" disabled={processing}>
          <legend className="mb-3 text-base text-muted">{t(topUp.orderWaits ? 'top_up.lead_order' : 'top_up.lead')}</legend>
          {packages.map(({ id, amount: credits, price: cost, originalPrice, popular }) => (
            <Choice
              key={id}
              checked={selection.packageId === id}
              onChoose={() => setSelection({ ...selection, packageId: id })}
              name={t('top_up.credits', { amount: dollars(credits) })}
              buys={<Buys amount={credits} />}
              note={popular && t('top_up.popular', { ...discountFigures })}
              price={<Price price={cost} originalPrice={originalPrice} />}
            />
          ))}
          <Choice
            checked={selection.packageId === 'custom'}
            onChoose={() => setSelection({ ...selection, packageId: 'custom' })}
            name={t('top_up.custom')}
            buys={selection.packageId === 'custom' && price !== undefined && <Buys amount={amount * 100} />}
            note={t('top_up.custom_note', { amount: wholeDollars(discount.fromDollars * 100), ...discountFigures })}
            price={selection.packageId === 'custom' && price !== undefined && <Price price={price} originalPrice={amount * 100} />}
          />
          {selection.packageId === 'custom' && (
            <CustomAmount
              text={selection.custom}
              invalid={invalid}
              onChange={(custom) => {
                setInvalid(undefined);
                setSelection({ ...selection, custom });
              }}
            />
          )}
        </fieldset>
        {price !== undefined && <BalanceAfter added={amount * 100} />}
        <Debt />
        {failure && (
          <p role="alert" className="mt-4 rounded-md border border-danger/40 bg-danger-soft px-4 py-3 text-base">
            <strong className="block font-semibold">{t('top_up.failed')}</strong>
            {hasFittingText(failure) ? t(`errors.${failure}`, amountLimits()) : t('top_up.failed_text')}
          </p>
        )}
        <p className="mt-4 text-sm text-muted">{t('top_up.secure')}</p>
      </form>
    </Dialog>
  );
}

/** The smallest and the largest custom amount, for texts. */
const amountLimits = () => ({ min: wholeDollars(customAmount.min * 100), max: wholeDollars(customAmount.max * 100) });

/** Error codes whose general text makes sense in this dialog. The texts of other errors are about runs. */
const codesWithFittingTexts = [
  'NotYours',
  'AccountNotFound',
  'TopUpAmountInvalid',
  'TopUpAmountTooLarge',
  'PriceMismatch',
  'CheckoutUnavailable',
  'DailyLimit',
] as const;
const hasFittingText = (code: PageErrorCode): code is (typeof codesWithFittingTexts)[number] =>
  codesWithFittingTexts.some((one) => one === code);

const dollarsOf = ({ packageId, custom }: Selection): number => {
  const fixed = packages.find(({ id }) => id === packageId);
  return fixed ? fixed.amount / 100 : parseDollars(custom);
};

/** Opens the hosted payment page. A visitor must sign in first. After the sign-in, the same dialog opens again. */
function usePayment(topUp: TopUp, selection: Selection) {
  const userId = useUser()?.id;
  const signIn = useSignIn();
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<PageErrorCode>();

  // The Back button can show this page again in its earlier state. So the state is reset, and a click starts a new checkout.
  useEffect(() => {
    const resetRestoredPage = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      setProcessing(false);
      openTopUp({ ...topUp, selection });
    };
    window.addEventListener('pageshow', resetRestoredPage);
    return () => window.removeEventListener('pageshow', resetRestoredPage);
  }, [topUp, selection]);

  const pay = async (amount: number) => {
    setFailure(undefined);
    setProcessing(true);
    const stored = { selection, orderWaits: topUp.orderWaits };
    storeSelection(stored, { reopen: false });
    try {
      const { url } = await createCheckout({ dollars: amount, checkoutId: topUp.checkoutId, userId });
      // `processing` stays true, because the browser now leaves the page.
      window.location.assign(url);
    } catch (error) {
      setProcessing(false);
      const code = codeOf(error);
      if (code === 'Unauthorized') {
        storeSelection(stored, { reopen: true });
        return signIn();
      }
      console.warn('the checkout could not be opened', code);
      setFailure(code);
    }
  };
  return { pay, processing, failure };
}

type ChoiceProps = { checked: boolean; onChoose: () => void; name: string; buys: ReactNode; note?: ReactNode; price: ReactNode };

function Choice({ checked, onChoose, name, buys, note, price }: ChoiceProps) {
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-3 rounded-md border border-line px-4 py-2.5 has-checked:border-accent-text has-checked:bg-accent-soft">
      <input type="radio" name="top-up" checked={checked} onChange={onChoose} className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 flex-1">
        <span className="money block font-semibold">{name}</span>
        {buys}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </span>
      {price}
    </label>
  );
}

/**
 * Shows the number of results that an amount pays, for example '25 videos or 1,000 images'. The number of videos is for the recommended
 * model.
 */
function Buys({ amount }: { amount: Cents }) {
  const { t } = useTranslation();
  const language = pageLanguage();
  const texts = (['video', 'image'] as const).map((kind) => {
    const result = pricedResults.find((one) => one.kind === kind && (one.kind !== 'video' || one.model.isRecommended));
    const count = result ? countFor(amount, result) : 0;
    return count === 0
      ? []
      : [t(`bench.short.order_${kind}`, { count, replace: { count: new Intl.NumberFormat(language).format(count) } })];
  });
  return <span className="money block text-sm">{new Intl.ListFormat(language, { type: 'disjunction' }).format(texts.flat())}</span>;
}

/** The balance before and after the top-up. A debt has its own note, because the top-up first pays the debt. */
function BalanceAfter({ added }: { added: Cents }) {
  const { t } = useTranslation();
  const profile = useProfile();
  if (!profile || profile.debt) return null;
  const { available } = balancesOf(profile);
  return (
    <p className="money mt-4 flex flex-wrap justify-between gap-x-4 text-base">
      <span className="text-muted">{t('credits.balance')}</span>
      <span>
        {dollars(available)} + {dollars(added)} = <strong className="font-semibold">{dollars(available + added)}</strong>
      </span>
    </p>
  );
}

function Price({ price, originalPrice }: { price: number; originalPrice: number }) {
  const { t } = useTranslation();
  return (
    <span className="money grid shrink-0 justify-items-end text-base leading-snug sm:flex sm:gap-2">
      {price < originalPrice && (
        <s className="text-muted">
          <span className="sr-only">{t('top_up.instead_of')} </span>
          {dollars(originalPrice)}
        </s>
      )}
      <span className="font-semibold">{dollars(price)}</span>
    </span>
  );
}

function CustomAmount({ text, invalid, onChange }: { text: string; invalid: string | undefined; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  // Scrolls to the field, because on a small screen, the field appears outside the visible area.
  useEffect(() => {
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={field} className="ps-11">
      <label htmlFor={id} className="text-base font-semibold">
        {t('top_up.amount')}
      </label>
      <div className="mt-1 flex items-center gap-2">
        <span aria-hidden className="text-muted">
          $
        </span>
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={customAmount.min}
          max={customAmount.max}
          step={customAmount.step}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={invalid !== undefined}
          aria-describedby={`${id}-note`}
          className="money max-w-32"
        />
      </div>
      <p id={`${id}-note`} role={invalid ? 'alert' : undefined} className={`mt-1 text-sm ${invalid ? 'text-danger' : 'text-muted'}`}>
        {invalid ?? t('top_up.limits', amountLimits())}
      </p>
    </div>
  );
}

/** Explains that a top-up first pays the debt of a refunded payment (docs/spec.md 13.7). */
function Debt() {
  const { t } = useTranslation();
  const debt = useProfile()?.debt ?? 0;
  if (debt === 0) return null;
  return (
    <p className="money mt-4 flex items-start gap-2 rounded-md bg-brass-soft px-4 py-3 text-base text-brass">
      <Info aria-hidden className="mt-1 size-4 shrink-0" />
      {t('top_up.debt', { amount: dollarsFromApi(debt) })}
    </p>
  );
}
