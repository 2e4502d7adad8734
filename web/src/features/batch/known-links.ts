import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';

const links = ['videoUrl', 'imageUrl', 'downloadUrl', 'posterUrl', 'thumbnailUrl', 'photoUrl'] as const;

type Link = (typeof links)[number];
type Linked = Partial<Record<Link, string | undefined>>;

/**
 * An answer with the links of the one before, where both lead to the same file. Whoever answers signs with a key of its own, and a
 * video that is playing would start anew with each change of its address.
 */
export function withKnownLinks(answer: BatchResponse, before: BatchResponse): BatchResponse {
  const known = new Map<string, Linked>(before.items.map((item) => [item.itemId, item]));
  const items = answer.items.map((item: BatchItem) => ({ ...item, ...kept(item, known.get(item.itemId)) }));
  return { ...answer, items } as BatchResponse;
}

function kept(item: Linked, before: Linked | undefined): Linked {
  const same = links.filter((name) => before?.[name] !== undefined && fileOf(before[name]) === fileOf(item[name]));
  return Object.fromEntries(same.map((name) => [name, before?.[name]]));
}

const fileOf = (link: string | undefined): string | undefined => link?.split('?')[0];
