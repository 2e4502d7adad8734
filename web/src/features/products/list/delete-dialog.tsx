import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductSummary } from '#shared/products/api.ts';
import { codeOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { deleteProducts, readProductsAgain } from '../product-calls.ts';

type Props = { open: boolean; products: readonly ProductSummary[]; onClose: () => void; onDeleted: () => void };

export function DeleteDialog({ open, products, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const count = products.length;
  const run = async () => {
    setBusy(true);
    try {
      await deleteProducts(products.map(({ productId }) => productId));
      onDeleted();
      toast({ message: t('products.delete.done', { count }) });
    } catch (error) {
      toast({ message: t(`errors.${codeOf(error)}`), type: 'destructive' });
    }
    setBusy(false);
    onClose();
    await readProductsAgain();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('products.delete.title', { count })}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void run()}>
            {t('products.delete.button')}
          </Button>
        </>
      }
    >
      <p>{t('products.delete.text')}</p>
    </Dialog>
  );
}
