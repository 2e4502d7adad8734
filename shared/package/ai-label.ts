/** The AI label of a file. Marketplaces and the EU AI Act require that such files are labelled. */
import type { OrderedKind } from '../batch/batch.ts';

const labels = {
  video: 'AI-generated',
  image: 'AI-generated',
  edit: 'AI-edited',
} as const satisfies Record<OrderedKind, string>;

export type AiLabel = (typeof labels)[OrderedKind];

/** A model makes every picture of a video or an image. An edit starts with the seller's photo and changes it. */
export const aiLabelOf = (kind: OrderedKind): AiLabel => labels[kind];
