/** What the product needs of a vendor that judges pictures. What it may answer is fixed by shared/pipeline/judgement.ts. */
import type { Analysis, Evaluation } from '#shared/pipeline/judgement.ts';
import type { Picture } from './image-port.ts';

/** A picture with the name under which the instruction speaks of it. What it shows is untrusted, words included. */
export type NamedPicture = Picture & { name: string };

export type JudgeOrder = {
  /** What holds whatever the data says. */
  rules: string;
  /** What is to be judged, and all data about it. */
  instruction: string;
  pictures: readonly NamedPicture[];
  /** How long the caller can wait for the answer; as long as the vendor may need, unless given. */
  patienceMs?: number;
};

/** The longer side in pixels: enough to see a product, and a judgement costs a tenth of a cent with four of them. */
export const judgedPictureSideMax = 1024;

/**
 * Each is exactly one request, whatever happens, and answers within the schema or not at all.
 * @throws AppError of class 'vendor-busy' where trying again may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
 * VendorMisconfigured.
 */
export type JudgeVendor = {
  evaluate(order: JudgeOrder): Promise<Evaluation>;
  analyze(order: JudgeOrder): Promise<Analysis>;
};
