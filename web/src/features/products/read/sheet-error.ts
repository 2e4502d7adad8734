/** Why a file cannot be imported. Each value is the last part of a text key `products.file.<reason>`. */
export type FileRefusal = 'too_large' | 'too_many_rows' | 'unreadable' | 'old_excel' | 'empty' | 'unsafe_zip';

export class SheetError extends Error {
  readonly reason: FileRefusal;
  constructor(reason: FileRefusal, options?: ErrorOptions) {
    super(`The file was refused: ${reason}`, options);
    this.reason = reason;
  }
}
