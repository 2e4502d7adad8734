import { useTranslation } from 'react-i18next';
import type { Cents } from '#shared/money.ts';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

export type Shortfall = { need: Cents; have: Cents };

/** Says what a run costs and what there is (SPEC 5, affordability; Q73: a dialog with the alert's text). */
export function InsufficientDialog({ shortfall, onClose }: { shortfall: Shortfall | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={shortfall !== undefined}
      onClose={onClose}
      title={t('credits.insufficient_title')}
      alert
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('common.ok')}
        </Button>
      }
    >
      {shortfall && (
        <p className="money">{t('credits.insufficient_text', { need: dollars(shortfall.need), have: dollars(shortfall.have) })}</p>
      )}
    </Dialog>
  );
}
