import type { VideoBatchItem, VideoBatchResponse } from '#shared/batch/api.ts';

const links = ['videoUrl', 'downloadUrl', 'posterUrl', 'photoUrl'] as const satisfies readonly (keyof VideoBatchItem)[];

/**
 * An answer with the links of the one before, where both lead to the same file. Whoever answers signs with a key of its own, and a
 * video that is playing would start anew with each change of its address.
 */
export function withKnownLinks(answer: VideoBatchResponse, before: VideoBatchResponse): VideoBatchResponse {
  const known = new Map(before.items.map((item) => [item.itemId, item]));
  return { ...answer, items: answer.items.map((item) => ({ ...item, ...kept(item, known.get(item.itemId)) })) };
}

function kept(item: VideoBatchItem, before: VideoBatchItem | undefined): Partial<VideoBatchItem> {
  const same = links.filter((name) => before?.[name] !== undefined && fileOf(before[name]) === fileOf(item[name]));
  return Object.fromEntries(same.map((name) => [name, before?.[name]]));
}

const fileOf = (link: string | undefined): string | undefined => link?.split('?')[0];
