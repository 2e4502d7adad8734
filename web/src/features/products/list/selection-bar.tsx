import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderItemsMax } from '#shared/order/rules.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import type { ProductSummary } from '#shared/products/api.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectionBar, SelectionBarSeparator } from '#web/ui/selection-bar.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { openTool, type ProductTool, productTools } from './product-tools.ts';

type Props = { products: readonly ProductSummary[]; onClear: () => void };

/** The actions for all selected products. */
export function ProductSelectionBar({ products, onClear }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(width < 44rem)');
  const [isDeleting, setDeleting] = useState(false);
  if (products.length === 0) return null;
  const withPhoto = products.filter(({ photo }) => photo !== undefined);
  const without = products.length - withPhoto.length;
  const hints = [
    without > 0 && t('products.without_photo', { count: without }),
    withPhoto.length > editsPerBatchMax && `${t('products.order.edits')}: ${t('products.at_most', { max: editsPerBatchMax })}`,
    withPhoto.length > orderItemsMax && t('products.at_most', { max: orderItemsMax }),
  ].filter(Boolean);
  return (
    <>
      <SelectionBar
        label={t('products.selection')}
        count={t('products.selected', { count: products.length })}
        {...(hints.length > 0 && { hint: hints.join(' · ') })}
        onClose={onClear}
        primary={<OrderButton tool="videos" products={withPhoto} isPhone={isPhone} />}
      >
        <OrderButton tool="images" products={withPhoto} isPhone={isPhone} />
        <OrderButton tool="edits" products={withPhoto} isPhone={isPhone} />
        <SelectionBarSeparator />
        <IconButton
          label={t('products.delete.button')}
          onClick={() => setDeleting(true)}
          className="size-11 text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!"
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </SelectionBar>
      <DeleteDialog open={isDeleting} products={products} onClose={() => setDeleting(false)} onDeleted={onClear} />
    </>
  );
}

function OrderButton({ tool, products, isPhone }: { tool: ProductTool; products: readonly ProductSummary[]; isPhone: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { max, icon: Icon } = productTools[tool];
  return (
    <Button
      kind={tool === 'videos' ? 'brass' : 'bench'}
      disabled={products.length === 0 || products.length > max}
      title={products.length > max ? t('products.at_most', { max }) : undefined}
      onClick={() => openTool(tool, products, navigate)}
      className={isPhone ? 'min-w-11' : ''}
    >
      <Icon aria-hidden className="size-4" />
      <span className={isPhone ? 'sr-only' : ''}>{t(`products.order.${tool}`)}</span>
    </Button>
  );
}
