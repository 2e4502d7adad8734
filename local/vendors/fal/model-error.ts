/** A model failure, in the form of fal's result: `{ detail: [{ loc, msg, type, … }] }`. */

/** HTTP status of each type; fal's full list is longer. */
const statusOf = {
  content_policy_violation: 422,
  file_download_error: 422,
  file_too_large: 422,
  image_load_error: 422,
  unsupported_image_format: 422,
  no_media_generated: 422,
  downstream_service_error: 400,
  downstream_service_unavailable: 500,
  internal_server_error: 500,
  generation_timeout: 504,
} as const;

export type ModelErrorType = keyof typeof statusOf;
export type ModelErrorDetail = { loc: string[]; msg: string; type: ModelErrorType; url: string; ctx?: Record<string, unknown> };

export class ModelError extends Error {
  readonly detail: ModelErrorDetail;
  constructor(
    type: ModelErrorType,
    loc: string[],
    message: string,
    { cause, context }: { cause?: unknown; context?: Record<string, unknown> } = {},
  ) {
    super(message, { cause });
    this.name = 'ModelError';
    this.detail = { loc, msg: message, type, url: `https://docs.fal.ai/errors#${type}`, ...(context && { ctx: context }) };
  }
}

export const statusOfModelError = ({ type }: ModelErrorDetail): number => statusOf[type];
