import { Clapperboard, Images, Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import { orderItemsMax } from '#shared/order/rules.ts';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import type { ProductSummary } from '#shared/products/api.ts';
import { paths } from '#web/app/paths.ts';
import { orderForProducts } from '#web/features/order/new/products.ts';
import { passImage } from '#web/lib/passed-images.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectionBar, SelectionBarSeparator } from '#web/ui/selection-bar.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const tools = {
  videos: { path: paths.batchVideo, max: orderItemsMax, icon: Clapperboard },
  images: { path: paths.batchImage, max: orderItemsMax, icon: Images },
  edits: { path: paths.photoEdit, max: editsPerBatchMax, icon: Scissors },
} as const;
type Tool = keyof typeof tools;

type Props = { products: readonly ProductSummary[]; onClear: () => void };

/**
 * Opens a tool with the photos of the selected products. More products than a batch can have open the page for large orders. The photos stay
 * on the server.
 */
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

function OrderButton({ tool, products, isPhone }: { tool: Tool; products: readonly ProductSummary[]; isPhone: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { path, max, icon: Icon } = tools[tool];
  const open = () => {
    if (tool !== 'edits' && products.length > itemsPerBatchMax)
      return orderForProducts(products, tool === 'videos' ? 'video' : 'image', navigate);
    for (const { sku, photo } of products) if (photo) passImage(path, { resultKey: photo.key, title: sku, src: photo.url });
    navigate(path);
  };
  return (
    <Button
      kind={tool === 'videos' ? 'brass' : 'bench'}
      disabled={products.length === 0 || products.length > max}
      title={products.length > max ? t('products.at_most', { max }) : undefined}
      onClick={open}
      className={isPhone ? 'min-w-11' : ''}
    >
      <Icon aria-hidden className="size-4" />
      <span className={isPhone ? 'sr-only' : ''}>{t(`products.order.${tool}`)}</span>
    </Button>
  );
}
