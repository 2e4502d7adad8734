import { Plus, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { closeToastOnUserAction } from '#web/ui/toast-store.ts';
import type { RedoOrder } from './review-item.ts';

/** Starts one run for all marked results. If credits are missing, the button shows the missing amount. */
export function RedoOrderButton({ order, className = '' }: { order: RedoOrder; className?: string }) {
  const { t } = useTranslation();
  const { count, price, missing, isWaiting, problem, start } = order;
  const startRun = () => {
    if (isWaiting) return;
    // Otherwise, the toast about the last mark would still offer to remove this mark.
    closeToastOnUserAction();
    start();
  };
  return (
    <div className={className}>
      {problem && (
        <Alert tone="danger" className="mb-2.5 wrap-anywhere">
          {problem}
        </Alert>
      )}
      {count > 0 && (
        <Button kind="primary" aria-disabled={isWaiting} onClick={startRun} className="money min-h-12 w-full max-tablet:min-h-11">
          {isWaiting ? (
            t('review.redo_waits', { count })
          ) : missing ? (
            <>
              <Plus aria-hidden className="size-4.5" />
              {t('review.redo_add', { amount: missing, count })}
            </>
          ) : (
            <>
              <RefreshCw aria-hidden className="size-4.5" />
              {t('review.redo_all', { count })}
              <ButtonPrice>{price}</ButtonPrice>
            </>
          )}
        </Button>
      )}
    </div>
  );
}
