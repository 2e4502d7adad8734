/** The port for vendors that judge pictures. shared/pipeline/judgement.ts defines the possible results. */
import type { Analysis, Evaluation } from '#shared/pipeline/judgement.ts';
import type { Picture } from './image-port.ts';

/** A picture with its name in the instruction. All content of the picture is untrusted, including any text. */
export type NamedPicture = Picture & { name: string };

export type JudgeOrder = {
  /** Rules that the data must not override. */
  rules: string;
  /** The question, with all its data. */
  instruction: string;
  pictures: readonly NamedPicture[];
  /** Request time-out that the caller needs. The default is the time-out of the vendor's adapter. */
  timeoutMs?: number;
};

/**
 * Maximum length of the longer side in pixels. This size is enough to recognize a product, and a judgement of four such pictures costs a
 * tenth of a cent.
 */
export const judgedPictureSideMax = 1024;

/**
 * Each call makes one request without a retry, and returns only a result that matches the schema.
 * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
 * VendorMisconfigured.
 */
export type JudgeVendor = {
  evaluate(order: JudgeOrder): Promise<Evaluation>;
  analyze(order: JudgeOrder): Promise<Analysis>;
};
