/** Counts the requests to each vendor and the failures of the vendor, for the alarm about their rate (infra/alarms/product-alarms.ts). */
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { VendorName } from '#shared/vendors.ts';
import { record } from '../platform/metrics.ts';

/**
 * Failures of the vendor itself. A refused photo or prompt is a normal result, and a refused key has a separate alarm. An error without a
 * code is a defect of the product or an order with an unclear result. AmbiguousSubmitError reports an unclear result.
 */
const vendorFailures: readonly ErrorCode[] = [
  'VendorBusy',
  'VendorServerError',
  'VendorUnreachable',
  'VendorTimeout',
  'VendorMalformedAnswer',
  'GenerationFailed',
  'CheckoutFailed',
  'PaymentUnreadable',
];

/** Errors that occur before a request is sent. */
const withoutRequest: readonly ErrorCode[] = ['BadRequest', 'RatioUnsupported', 'VendorMisconfigured', 'CheckoutUnavailable'];

type Methods<Adapter> = { [Name in keyof Adapter]: Adapter[Name] extends (...parameters: never[]) => Promise<unknown> ? Name : never };

/** Returns the adapter of a vendor and counts the calls of these methods. Each call of such a method is one request to the vendor. */
export function countRequests<Adapter extends object>(
  vendor: VendorName,
  methods: readonly NonNullable<Methods<Adapter>[keyof Adapter]>[],
  adapter: Adapter,
): Adapter {
  const counted = methods.map((name) => {
    const method = adapter[name] as (...parameters: unknown[]) => Promise<unknown>;
    return [name, (...parameters: unknown[]) => countRequest(vendor, () => method.apply(adapter, parameters))] as const;
  });
  return { ...adapter, ...Object.fromEntries(counted) };
}

async function countRequest<Result>(vendor: VendorName, send: () => Promise<Result>): Promise<Result> {
  try {
    const result = await send();
    const { status, code } = (result ?? {}) as { status?: unknown; code?: ErrorCode };
    // Polls of work that has not ended do not count, because their large number would hide failures.
    if (status !== 'queued' && status !== 'working') count(vendor, status === 'failed' ? code : undefined);
    return result;
  } catch (error) {
    const code = error instanceof AppError ? error.code : isUnclear(error) ? 'VendorUnreachable' : undefined;
    if (!code || !withoutRequest.includes(code)) count(vendor, code);
    throw error;
  }
}

const isUnclear = (error: unknown): boolean => error instanceof Error && error.name === 'SubmitUnclear';

function count(vendor: VendorName, code: ErrorCode | undefined): void {
  record('VendorRequest', { Vendor: vendor });
  if (code && vendorFailures.includes(code)) record('VendorFailure', { Vendor: vendor });
}
