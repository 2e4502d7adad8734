/** What the product needs of a vendor that writes a video's prompt from a photo (AI Write). A vendor's own words stay in its file. */
export type PromptOrder = {
  photo: { bytes: Buffer; contentType: string };
  /** What to write and how; made by shared/ai-write/instruction.ts. */
  instruction: string;
  /** How long the caller can wait for the answer; as long as the vendor may need, unless given. */
  patienceMs?: number;
};

export type PromptVendor = {
  /**
   * Writes one prompt: exactly one paid request, whatever happens. Answers its text, trimmed, not empty.
   * @throws AppError of class 'vendor-busy' where trying again may help; VendorRefused, VendorRejectedInput, VendorMalformedAnswer or VendorMisconfigured.
   */
  write(order: PromptOrder): Promise<string>;
};
