import { useTranslation } from 'react-i18next';
import type { Cents } from '#shared/money.ts';
import { balancesOf, useProfile } from '#web/features/auth/get-profile.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { openTopUp } from './top-up.ts';

export type Shortfall = { need: Cents; have: Cents };

type Props = {
  shortfall: Shortfall | undefined;
  onClose: () => void;
  /** Stores the order, so that it continues automatically after the payment. */
  keepOrder?: (() => void) | undefined;
};

/** Shows the price of an order and the balance, and offers a top-up (docs/spec.md 2.5, 12.6). */
export function InsufficientDialog({ shortfall, onClose, keepOrder }: Props) {
  const { t } = useTranslation();
  const profile = useProfile();
  const { credits: settled, available } = profile ? balancesOf(profile) : { credits: 0, available: 0 };
  const held = settled - available;
  const topUp = () => {
    onClose();
    keepOrder?.();
    openTopUp({ missing: shortfall ? shortfall.need - shortfall.have : 0, orderWaits: keepOrder !== undefined });
  };
  return (
    <Dialog
      open={shortfall !== undefined}
      onClose={onClose}
      title={t('credits.insufficient_title')}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={topUp}>
            {t('credits.add_to_continue')}
          </Button>
        </>
      }
    >
      {shortfall && (
        <>
          <p className="money">{t('credits.insufficient_text', { need: dollars(shortfall.need), have: dollars(shortfall.have) })}</p>
          {held > 0 && settled - held === shortfall.have && (
            <p className="money mt-2 text-base text-muted">
              {t('credits.insufficient_reserved', { balance: dollars(settled), reserved: dollars(held) })}
            </p>
          )}
          {keepOrder && <p className="mt-2 text-base text-muted">{t('credits.order_waits')}</p>}
        </>
      )}
    </Dialog>
  );
}
