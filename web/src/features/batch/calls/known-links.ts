import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import { keptLink } from '#web/lib/known-answers.ts';

const links = ['videoUrl', 'imageUrl', 'downloadUrl', 'posterUrl', 'thumbnailUrl', 'photoUrl'] as const;

type Link = (typeof links)[number];
type Linked = Partial<Record<Link, string | undefined>>;

/** Returns a response with the previous links of unchanged files, so that they are not loaded again. */
export function withKnownLinks(answer: BatchResponse, before: BatchResponse): BatchResponse {
  const known = new Map<string, Linked>(before.items.map((item) => [item.itemId, item]));
  const items = answer.items.map((item: BatchItem) => ({ ...item, ...kept(item, known.get(item.itemId)) }));
  return { ...answer, items } as BatchResponse;
}

function kept(item: Linked, before: Linked | undefined): Linked {
  const there = links.filter((name) => item[name] !== undefined && before?.[name] !== undefined);
  return Object.fromEntries(there.map((name) => [name, keptLink(item[name], before?.[name])]));
}
