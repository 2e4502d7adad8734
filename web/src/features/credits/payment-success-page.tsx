import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkoutSessionId } from '#shared/credits/packages.ts';
import type { GetCheckoutResponse } from '#shared/credits/payment-calls.ts';
import { paths } from '#web/app/paths.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { codeOf } from '#web/lib/api.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Link, useNavigate, useSearchParams } from '#web/lib/router.tsx';
import { useSession, useUser } from '#web/lib/session/session-provider.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useCheckout } from './get-checkout.ts';
import { PaymentFrame } from './payment-frame.tsx';
import { removeStoredSelection } from './top-up.ts';
import { releaseWaitingOrder } from './waiting-order.ts';

/** Seconds until the next page opens (docs/spec.md 13.5). */
const countdownSeconds = 5;
const returnAddress = `${paths.home}?from=payment`;
const idCharactersShown = 8;

const isSessionId = (id: string): boolean => checkoutSessionId.test(id);

/**
 * /payment/success (docs/spec.md 13.5). The page shows the added credits from the response of the server, never from the URL.
 */
export function PaymentSuccessPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const sessionId = query.get('session_id') ?? '';
  const isSignedIn = session.status === 'user' && !session.expired;
  const checkout = useCheckout(sessionId, isSignedIn && isSessionId(sessionId));

  if (!isSessionId(sessionId)) return <NoPayment />;
  if (session.status === 'anonymous' || (session.status === 'user' && session.expired)) return <SignInFirst />;
  return (
    <>
      <Announcement checkout={checkout.data} />
      <PaymentStatus sessionId={sessionId} checkout={checkout} amountAsked={Number(query.get('amount'))} />
    </>
  );
}

/** Announces the result to screen readers. This element exists from the start, because screen readers often do not read a new element. */
function Announcement({ checkout }: { checkout: GetCheckoutResponse | undefined }) {
  const { t } = useTranslation();
  const texts =
    checkout?.status === 'credited'
      ? [
          t('payment.success_title'),
          `${t('payment.credits_added')} ${dollarsFromApi(checkout.amount)}`,
          t('payment.redirecting', { count: countdownSeconds }),
        ]
      : checkout && isNotPaid(checkout)
        ? [t('payment.failed_title'), t('payment.failed_text')]
        : [];
  return (
    <div role="status" className="sr-only">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

const isNotPaid = ({ status }: GetCheckoutResponse) => status === 'failed' || status === 'expired';

type StatusProps = { sessionId: string; checkout: ReturnType<typeof useCheckout>; amountAsked: number };

function PaymentStatus({ sessionId, checkout: { data, error, refetch, isFetching }, amountAsked }: StatusProps) {
  const { t } = useTranslation();
  if (error && data?.status !== 'credited')
    return codeOf(error) === 'PaymentNotFound' ? (
      <Trouble text={t('errors.PaymentNotFound')} />
    ) : (
      <Trouble text={t('errors.PaymentUnreadable')} again={() => void refetch()} isFetching={isFetching} />
    );
  if (data?.status === 'credited') return <Credited amount={data.amount} sessionId={sessionId} />;
  if (data && isNotPaid(data)) return <NotPaid />;
  return <Processing isLong={data?.status === 'processing'} amount={data?.amount ?? amountAsked} />;
}

function Credited({ amount, sessionId }: { amount: number; sessionId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const userId = useUser()?.id;
  const [secondsLeft, setSecondsLeft] = useState(countdownSeconds);

  useEffect(() => {
    removeStoredSelection();
    if (userId !== undefined) releaseWaitingOrder(userId);
  }, [userId]);
  useEffect(() => {
    const timer = window.setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1_000);
    return () => window.clearInterval(timer);
  }, []);
  useEffect(() => {
    if (secondsLeft <= 0) navigate(returnAddress, { replace: true });
  }, [secondsLeft, navigate]);

  return (
    <PaymentFrame
      title={t('payment.success_title')}
      icon={<CircleCheck aria-hidden className="size-14 text-success" />}
      actions={
        <Link to={returnAddress} replace className={buttonClass('primary')}>
          {t('payment.continue')}
        </Link>
      }
    >
      <dl className="mt-5 space-y-2 rounded-md bg-sand/60 px-4 py-3 text-base">
        <Line name={t('payment.credits_added')} value={dollarsFromApi(amount)} />
        <Line name={t('payment.transaction')} value={sessionId.slice(-idCharactersShown)} />
      </dl>
      {/* Hidden from screen readers, because they must announce the countdown only once. */}
      <p aria-hidden className="money mt-4 text-base text-muted">
        {t('payment.redirecting', { count: Math.max(0, secondsLeft) })}
      </p>
    </PaymentFrame>
  );
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="money font-semibold break-all">{value}</dd>
  </div>
);

function Processing({ isLong, amount }: { isLong: boolean; amount: number }) {
  const { t } = useTranslation();
  const isKnown = Number.isInteger(amount) && amount > 0;
  return (
    <PaymentFrame
      title={t('payment.processing_title')}
      icon={isLong ? <Hourglass aria-hidden className="size-12 text-brass" /> : <Spinner className="size-10" />}
      actions={
        isLong && (
          <Link to={returnAddress} className={buttonClass('secondary')}>
            {t('payment.dashboard')}
          </Link>
        )
      }
    >
      <p role="status" className="money mt-2 text-muted">
        {t(isLong ? 'payment.processing_long' : 'payment.processing_text')}
        {isKnown && <span className="mt-2 block">{t('payment.processing_amount', { amount: dollarsFromApi(amount) })}</span>}
      </p>
    </PaymentFrame>
  );
}

function NotPaid() {
  const { t } = useTranslation();
  return (
    <PaymentFrame
      title={t('payment.failed_title')}
      icon={<CircleAlert aria-hidden className="size-12 text-danger" />}
      actions={
        <Link to={paths.home} className={buttonClass('primary')}>
          {t('payment.dashboard')}
        </Link>
      }
    >
      <p className="mt-2 text-muted">{t('payment.failed_text')}</p>
    </PaymentFrame>
  );
}

function Trouble({ text, again, isFetching = false }: { text: string; again?: () => void; isFetching?: boolean }) {
  const { t } = useTranslation();
  return (
    <PaymentFrame
      title={t('payment.unknown_title')}
      icon={<CircleAlert aria-hidden className="size-12 text-brass" />}
      actions={
        <>
          <Link to={paths.home} className={buttonClass('secondary')}>
            {t('payment.dashboard')}
          </Link>
          {again && (
            <Button kind="primary" onClick={again} disabled={isFetching}>
              {t('payment.look_again')}
            </Button>
          )}
        </>
      }
    >
      <p role="alert" className="mt-2 text-muted">
        {text}
      </p>
    </PaymentFrame>
  );
}

/** Shown if the URL has no session id, or if Stripe cannot have created this id. */
function NoPayment() {
  const { t } = useTranslation();
  return (
    <PaymentFrame
      title={t('payment.none_title')}
      icon={<CircleAlert aria-hidden className="size-12 text-brass" />}
      actions={
        <>
          <Link to={paths.home} className={buttonClass('secondary')}>
            {t('payment.dashboard')}
          </Link>
          <Link to={paths.transactions} className={buttonClass('primary')}>
            {t('account.see_transactions')}
          </Link>
        </>
      }
    >
      <p className="mt-2 text-muted">{t('payment.none_text')}</p>
    </PaymentFrame>
  );
}

/** Shown to visitors, because only the account that paid may read the state of its payment. */
function SignInFirst() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <PaymentFrame
      title={t('payment.sign_in_title')}
      icon={<CircleAlert aria-hidden className="size-12 text-brass" />}
      actions={
        <Button kind="primary" onClick={signIn}>
          {t('auth.login')}
        </Button>
      }
    >
      <p className="mt-2 text-muted">{t('payment.sign_in_text')}</p>
    </PaymentFrame>
  );
}
