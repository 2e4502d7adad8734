/** An error that Retry and Catch can see: its name is the state's `Error`, its message the state's `Cause`. */
export class StateError extends Error {
  constructor(name: string, cause: string, options?: ErrorOptions) {
    super(cause, options);
    this.name = name;
  }
}

/** Why everything in flight ends at once: no Retry and no Catch of the execution sees it. */
export class Interruption extends Error {
  readonly status: 'ABORTED' | 'TIMED_OUT';
  readonly error: string | undefined;
  constructor(status: 'ABORTED' | 'TIMED_OUT', error: string | undefined, cause: string | undefined) {
    super(cause);
    this.name = 'Interruption';
    this.status = status;
    this.error = error;
  }
}

/** A refusal of the service's own API: its name is what the SDK's client throws. */
export class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** A definition asks for something that the local Step Functions would not honour. */
export class UnsupportedDefinition extends Error {
  override name = 'UnsupportedDefinition';
}

/** What a definition got wrong at run time; as in AWS, neither Retry nor Catch ever matches it. */
export const runtimeError = (cause: string, options?: ErrorOptions): StateError => new StateError('States.Runtime', cause, options);

export const asStateError = (thrown: unknown): StateError =>
  thrown instanceof StateError ? thrown : runtimeError(thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
