/** Reason of a failed render. The stand-in of each vendor converts it to an error in the format of the vendor. */
export type RenderFailure = {
  reason:
    | 'file_download_error'
    | 'file_too_large'
    | 'unsupported_image_format'
    | 'image_load_error'
    | 'internal_server_error'
    | 'generation_timeout';
  message: string;
  /** The limit that the file exceeds, in bytes. */
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
