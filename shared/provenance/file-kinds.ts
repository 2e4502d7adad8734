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

/** The kind of the files of each kind of work. A model makes every pixel of an image of a before/after run, as of other images. */
export const fileKindOf: Record<WorkKind, FileKind> = {
  video: 'video',
  image: 'image',
  edit: 'edit',
  'photo-edit': 'edit',
  pipeline: 'image',
};
