import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductSummary } from '#shared/products/api.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { openTool, type ProductTool, productTools } from './product-tools.ts';

/** The actions for one product. */
export function ProductMenu({ product }: { product: ProductSummary }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const orders = (Object.keys(productTools) as ProductTool[]).map((tool) => {
    const Icon = productTools[tool].icon;
    return {
      label: t(`products.order.${tool}`),
      icon: <Icon aria-hidden />,
      disabled: product.photo ? undefined : t('products.missing.photo'),
      onSelect: () => openTool(tool, [product], navigate),
    };
  });
  return (
    <>
      <Menu
        label={`${t('bench.more')}: ${product.sku}`}
        items={[
          ...orders,
          'separator',
          { label: t('products.delete.button'), icon: <Trash2 aria-hidden />, danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {isDeleting && <DeleteDialog open products={[product]} onClose={() => setDeleting(false)} onDeleted={() => undefined} />}
    </>
  );
}
