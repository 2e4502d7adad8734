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
  /** Request time-out that the caller needs. Default: the time-out of the vendor's adapter. */
  timeoutMs?: number;
};

/**
 * Maximum length of the longer side in pixels. It is enough to see a product, and a judgement of four such pictures costs a tenth of a
 * cent.
 */
export const judgedPictureSideMax = 1024;

/**
 * Each call makes one request, does not retry it, and returns only a result that matches the schema.
 * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
 * VendorMisconfigured.
 */
export type JudgeVendor = {
  evaluate(order: JudgeOrder): Promise<Evaluation>;
  analyze(order: JudgeOrder): Promise<Analysis>;
};
