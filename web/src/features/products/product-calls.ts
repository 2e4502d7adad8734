/** The calls for products. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import {
  deleteProductsResponse,
  fetchPhotoResponse,
  type ImportedProduct,
  importProductsResponse,
  type ListProductsResponse,
  listProductsResponse,
  type ProductSummary,
} from '#shared/products/api.ts';
import { productsPerDeletionMax } from '#shared/products/limits.ts';
import { callApi } from '#web/lib/api.ts';
import { queries } from '#web/lib/queries.ts';

/** Time after which the list is read again. The links to the photos are valid for longer. */
const freshMs = 10 * 60_000;

export const productsKey = ['products'] as const;

export type ProductList = {
  products: readonly ProductSummary[];
  status: 'loading' | 'failed' | 'complete';
  readAgain: () => void;
};

/** Reads all products of a user, page by page, so that search and filters need no further call. */
export function useProducts(userId: string): ProductList {
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...productsKey, userId],
    queryFn: ({ pageParam, signal }) =>
      callApi('listProducts', { query: pageParam ? { cursor: pageParam } : {}, schema: listProductsResponse, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: ListProductsResponse) => nextCursor,
    staleTime: freshMs,
    refetchOnMount: 'always',
  });
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const products = useMemo(
    () =>
      (data?.pages.flatMap(({ items }) => items) ?? []).toSorted((one, other) => one.sku.localeCompare(other.sku, 'en', { numeric: true })),
    [data],
  );
  const isComplete = data !== undefined && !hasNextPage;
  return { products, status: isError ? 'failed' : isComplete ? 'complete' : 'loading', readAgain: () => void refetch() };
}

export const readProductsAgain = (): Promise<void> => queries.invalidateQueries({ queryKey: productsKey });

export const importProducts = (products: readonly ImportedProduct[], signal: AbortSignal) =>
  callApi('importProducts', { body: { products }, schema: importProductsResponse, signal });

export const fetchPhoto = (url: string, signal: AbortSignal) =>
  callApi('fetchPhoto', { body: { url }, schema: fetchPhotoResponse, signal });

/** Deletes products in parts. */
export async function deleteProducts(productIds: readonly string[]): Promise<void> {
  for (let start = 0; start < productIds.length; start += productsPerDeletionMax)
    await callApi('deleteProducts', {
      body: { productIds: productIds.slice(start, start + productsPerDeletionMax) },
      schema: deleteProductsResponse,
    });
}
