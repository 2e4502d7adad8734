import type { Probe } from '#shared/marketplaces/probe.ts';
import type { FileKind } from '#shared/provenance/file-kinds.ts';

/** A finished result in the review. */
export type ReviewItem = {
  key: string;
  kind: 'video' | 'image';
  /** How the file was made. By default, this is `kind`. */
  fileKind?: FileKind | undefined;
  name: string;
  /** Aspect ratio, for example 9:16. */
  ratio: string;
  /** URL of the video or of the picture. Only the file of the current item is loaded. */
  src: string;
  /** A small picture for the film strip. The display area also shows this picture until the result has loaded. */
  poster?: string | undefined;
  /** The source photo. The seller can compare an image with this photo. */
  photo?: string | undefined;
  downloadUrl?: string | undefined;
  /** Key of a delivered image in storage. Other tools can use this image as their photo. */
  resultKey?: string | undefined;
  fileName: string;
  /** Lines of text below the name, such as the settings, the model, or the duration of the generation. */
  details: string[];
  /** The charged amount, for example $2.00. */
  paid?: string | undefined;
  prompt: string;
  kept: boolean;
  /** Defined if the seller can order the result again. If there is no price, an input is missing, for example the prompt. */
  redo?: { price?: string } | undefined;
  /** Whether the seller has marked the result to order it again. */
  isMarked?: boolean | undefined;
  /** Whether a redo has been ordered and has not ended yet. */
  isRedoing?: boolean | undefined;
  /** The measured properties. They are compared with the rules of marketplaces. */
  probe?: Probe | undefined;
  /** Whether the server can make files for marketplaces from this result. */
  canFinish?: boolean | undefined;
  /** Whether the video has sound. */
  hasSound?: boolean | undefined;
};

/** The order of all marked results together. */
export type RedoOrder = {
  count: number;
  price: string;
  /** The amount that the balance lacks for this order. */
  missing?: string | undefined;
  /** Whether another run must end first. */
  isWaiting: boolean;
  /** Why the last order failed. */
  problem?: string | undefined;
  /** Starts the order. If credits are missing, shows the possible next steps instead. */
  start: () => void;
};
