/** Reason of a failed render. Each vendor's stand-in converts the reason to the error form of its vendor. */
export type RenderFailure = {
  reason:
    | 'file_download_error'
    | 'file_too_large'
    | 'unsupported_image_format'
    | 'image_load_error'
    | 'internal_server_error'
    | 'generation_timeout';
  message: string;
  /** Exceeded limit, in bytes. */
  sizeBytesMax?: number;
};

export class RenderError extends Error {
  readonly failure: RenderFailure;
  constructor(failure: RenderFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'RenderError';
    this.failure = failure;
  }
}
