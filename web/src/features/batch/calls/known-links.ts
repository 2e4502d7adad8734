import type { BatchItem, BatchResponse } from '#shared/batch/api.ts';
import { chooseLink } from '#web/lib/response-cache.ts';

const links = ['videoUrl', 'imageUrl', 'downloadUrl', 'posterUrl', 'thumbnailUrl', 'photoUrl'] as const;

type Link = (typeof links)[number];
type ItemLinks = Partial<Record<Link, string | undefined>>;

/** Returns a response in which unchanged files keep their previous links. So the browser does not load these files again. */
export function withKnownLinks(response: BatchResponse, previous: BatchResponse): BatchResponse {
  const previousItems = new Map<string, ItemLinks>(previous.items.map((item) => [item.itemId, item]));
  const items = response.items.map((item: BatchItem) => ({ ...item, ...keepLinks(item, previousItems.get(item.itemId)) }));
  return { ...response, items } as BatchResponse;
}

function keepLinks(item: ItemLinks, previous: ItemLinks | undefined): ItemLinks {
  const sharedNames = links.filter((name) => item[name] !== undefined && previous?.[name] !== undefined);
  return Object.fromEntries(sharedNames.map((name) => [name, chooseLink(item[name], previous?.[name])]));
}
