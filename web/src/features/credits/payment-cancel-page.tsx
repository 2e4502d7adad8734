import { CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { Link } from '#web/lib/router.tsx';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { PaymentFrame } from './payment-frame.tsx';
import { removeStoredSelection, reopenStoredSelection } from './top-up.ts';
import { dropWaitingOrder } from './waiting-order.ts';

/** /payment/cancel (docs/spec.md 13.6). Both buttons open the home page. 'Try Again' also opens the dialog with the last selection. */
export function PaymentCancelPage() {
  const { t } = useTranslation();
  const userId = useUser()?.id;
  const giveUp = () => {
    removeStoredSelection();
    if (userId !== undefined) dropWaitingOrder(userId);
  };
  return (
    <PaymentFrame
      title={t('payment.cancelled_title')}
      icon={<CircleSlash aria-hidden className="size-12 text-muted" />}
      actions={
        <>
          <Link to={paths.home} onClick={giveUp} className={buttonClass('secondary')}>
            {t('payment.dashboard')}
          </Link>
          <Link to={paths.home} onClick={reopenStoredSelection} className={buttonClass('primary')}>
            {t('payment.try_again')}
          </Link>
        </>
      }
    >
      <p className="mt-2 text-muted">{t('payment.cancelled_text')}</p>
    </PaymentFrame>
  );
}
