/** Failures before a byte of the request left: only then is it sure that the vendor did not take the order. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function neverSent(failure: unknown): boolean {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (beforeSending.has((error as NodeJS.ErrnoException).code ?? '')) return true;
  }
  return false;
}
