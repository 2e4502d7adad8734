/** Compares a product of a sheet with the stored product. An import writes only the differences. */
import type { ProductSummary } from './api.ts';

/** `hash` is missing for a photo that is fetched by its URL. */
export type PlannedPhoto = { source: string; hash?: string };

export type ImportStatus = 'new' | 'changed' | 'unchanged' | 'refused';
export const changedParts = ['title', 'options', 'photos', 'other'] as const;
export type ChangedPart = (typeof changedParts)[number];

type Planned = Pick<ProductSummary, 'title' | 'options' | 'variantSkus'> & {
  /** Missing if photos are imported without a sheet. */
  sourceDigest?: string | undefined;
  photos: readonly PlannedPhoto[];
};
type Stored = Pick<ProductSummary, 'title' | 'options' | 'variantSkus' | 'sourceDigest' | 'photos'>;

/** Returns the hash of a planned photo, or of the stored photo with the same URL. */
export const knownHash = ({ source, hash }: PlannedPhoto, stored: Pick<Stored, 'photos'> | undefined): string | undefined =>
  hash ?? stored?.photos.find((photo) => photo.source === source)?.hash;

/** Returns the parts of a stored product that an import changes. A sheet without photos keeps the stored photos. */
export function changesOf({ title, options, variantSkus, sourceDigest, photos }: Planned, stored: Stored): ChangedPart[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const hashes = photos.map((photo) => knownHash(photo, stored));
  const hasSamePhotos =
    photos.length === 0 ||
    isSame(
      hashes,
      stored.photos.map(({ hash }) => hash),
    );
  return [
    ...(title === stored.title ? [] : (['title'] as const)),
    ...(isSame([options, variantSkus], [stored.options, stored.variantSkus]) ? [] : (['options'] as const)),
    ...(hasSamePhotos ? [] : (['photos'] as const)),
    ...(sourceDigest === undefined || sourceDigest === stored.sourceDigest ? [] : (['other'] as const)),
  ];
}
