/** The port for vendors that write a video prompt from a photo (AI Write). Vendor-specific terms stay in the vendor's file. */
export type PromptOrder = {
  photo: { bytes: Buffer; contentType: string };
  /** The full instruction, from shared/ai-write/instruction.ts. */
  instruction: string;
  /** Request time-out that the caller needs. The default is the time-out of the vendor's adapter. */
  timeoutMs?: number;
};

export type PromptVendor = {
  /**
   * Writes one prompt with one paid request. A failed request is not retried.
   * @returns the trimmed text, never empty.
   * @throws AppError of class 'vendor-busy' if a retry may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or
   * VendorMisconfigured.
   */
  write(order: PromptOrder): Promise<string>;
};
