import { useRef, useState } from 'react';
import type { ProductSummary } from '#shared/products/api.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Selects or deselects one product. With the Shift key, does this for all products from the last one to this one. */
  set(products: readonly ProductSummary[], index: number, isChecked: boolean, isRange: boolean): void;
  setAll(products: readonly ProductSummary[], isChecked: boolean): void;
  clear(): void;
};

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const lastIndex = useRef<number>(undefined);
  const change = (products: readonly ProductSummary[], isChecked: boolean) => {
    const next = new Set(ids);
    for (const { productId } of products)
      if (isChecked) next.add(productId);
      else next.delete(productId);
    setIds(next);
  };
  return {
    ids,
    set: (products, index, isChecked, isRange) => {
      const from = isRange ? (lastIndex.current ?? index) : index;
      lastIndex.current = index;
      change(products.slice(Math.min(from, index), Math.max(from, index) + 1), isChecked);
    },
    setAll: change,
    clear: () => setIds(new Set()),
  };
}
