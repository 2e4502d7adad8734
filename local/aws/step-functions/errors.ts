/** An error that Retry and Catch can match. Its name is the `Error` of the failed state, and its message is the `Cause`. */
export class StateError extends Error {
  constructor(name: string, cause: string, options?: ErrorOptions) {
    super(cause, options);
    this.name = name;
  }
}

/** Ends the whole execution immediately. No Retry or Catch of the execution can match this error. */
export class Interruption extends Error {
  readonly status: 'ABORTED' | 'TIMED_OUT';
  readonly error: string | undefined;
  constructor(status: 'ABORTED' | 'TIMED_OUT', error: string | undefined, cause: string) {
    super(cause);
    this.name = 'Interruption';
    this.status = status;
    this.error = error;
  }
}

/** An error of the service's API. The SDK's client throws an error with the same name. */
export class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Thrown if a definition uses a feature that the local Step Functions does not support. */
export class UnsupportedDefinition extends Error {
  override name = 'UnsupportedDefinition';
}

/** Returns the error for a definition that is wrong at run time. As on AWS, Retry and Catch do not match this error. */
export const runtimeError = (cause: string, options?: ErrorOptions): StateError => new StateError('States.Runtime', cause, options);

export const toStateError = (thrown: unknown): StateError =>
  thrown instanceof StateError ? thrown : runtimeError(thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
