/**
 * The kinds of delivered files, and the digital source type that each of them declares: in its content credentials (C2PA) and in its XMP
 * data (https://cv.iptc.org/newscodes/digitalsourcetype/).
 */
import type { WorkKind } from '../work/kinds.ts';

export const fileKinds = ['video', 'image', 'edit'] as const;
export type FileKind = (typeof fileKinds)[number];

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

export const sourceTypes: Record<FileKind, string> = {
  video: `${vocabulary}trainedAlgorithmicMedia`,
  image: `${vocabulary}trainedAlgorithmicMedia`,
  /** A real photo of which a model has changed a part. */
  edit: `${vocabulary}compositeWithTrainedAlgorithmicMedia`,
};

/** The kind of file that each kind of work delivers. In a before/after run, a model makes every pixel, so its file is an image. */
export const fileKindOf: Record<WorkKind, FileKind> = {
  video: 'video',
  image: 'image',
  edit: 'edit',
  'photo-edit': 'edit',
  pipeline: 'image',
};
