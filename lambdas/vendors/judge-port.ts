/** The port for vendors that judge pictures. shared/pipeline/judgement.ts defines the possible results. */
import type { Analysis, Evaluation } from '#shared/pipeline/judgement.ts';
import type { Picture } from './image-port.ts';

/** A picture with the name that the instruction uses for it. Its content is untrusted, including any text in it. */
export type NamedPicture = Picture & { name: string };

export type JudgeOrder = {
  /** Rules that the data must not override. */
  rules: string;
  /** The question, with all its data. */
  instruction: string;
  pictures: readonly NamedPicture[];
  /** How long the caller can wait; default: the vendor's own limit. */
  patienceMs?: number;
};

/** The longer side in pixels: enough to see a product. A judgement of four such pictures costs a tenth of a cent. */
export const judgedPictureSideMax = 1024;

/**
 * Each call makes exactly one request, even on failure, and returns only results that match the schema.
 * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
 * VendorMisconfigured.
 */
export type JudgeVendor = {
  evaluate(order: JudgeOrder): Promise<Evaluation>;
  analyze(order: JudgeOrder): Promise<Analysis>;
};
