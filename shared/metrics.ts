/**
 * The metrics of the product. The functions write them, and the alarms and the dashboard read them. Both use this table, so that an alarm
 * cannot watch a metric that no function writes.
 */
import { laneNames } from './admission/lanes.ts';
import { imageModels, videoModels } from './catalogue.ts';
import { type ErrorCode, errors } from './errors.ts';
import { apiModes } from './photo-edit/prices.ts';
import { vendorNames } from './vendors.ts';
import { workKindNames } from './work/kinds.ts';

export const metricNamespace = 'Vitrine';

/** The value of the dimension `service` of every metric. It separates the installations of one AWS account. */
export const serviceName = (stage: string): string => `vitrine-${stage}`;

/** The scheduled jobs. */
export const jobNames = [
  'reconcile',
  'repairSlots',
  'closeAccounts',
  'sendWelcomeMails',
  'sendDoneMails',
  'removeChecks',
  'continueOrders',
  'topUpAccounts',
] as const;
export type JobName = (typeof jobNames)[number];

/** Errors that indicate an attack or abuse if they are frequent: reached limits, another user's id, forged messages. */
const securityEventCodes = [
  'Unauthorized',
  'NotYours',
  'BadSignature',
  'AddressNotAllowed',
  'TooManyRequests',
  'DailyLimit',
  'DailyWorkLimit',
  'CancelLimit',
] as const satisfies readonly ErrorCode[];
export type SecurityEventCode = (typeof securityEventCodes)[number];

export const isSecurityEvent = (code: ErrorCode): code is SecurityEventCode => (securityEventCodes as readonly ErrorCode[]).includes(code);

/** The models of items. Photo edits have modes instead. */
const models = [...videoModels.map(({ id }) => id), ...imageModels.map(({ id }) => id), ...apiModes];

type MetricRule = {
  unit: 'Count' | 'Seconds' | 'None';
  /** A second dimension and its values. AWS bills each value of a dimension as a separate metric. */
  dimension?: { name: string; values: readonly string[] };
};

export const metrics = {
  /** An account whose balances do not match its ledger. */
  LedgerMismatch: { unit: 'Count' },
  /** A payment that could not become credits: its amount differs from the price, or its account no longer exists. */
  PaymentMismatch: { unit: 'Count' },
  JobFinished: { unit: 'Count', dimension: { name: 'Job', values: jobNames } },
  /** A vendor rejected our key, or the key is missing. */
  VendorKeyRefused: { unit: 'Count' },
  /** A file that could not be signed, because the signing key or its certificates are missing. */
  SigningKeyMissing: { unit: 'Count' },
  /** An error without a code, which usually is a defect. */
  UnexpectedError: { unit: 'Count' },
  ItemDelivered: { unit: 'Count', dimension: { name: 'Kind', values: workKindNames } },
  /** An item that ended without a result. Cancelled items have the code Cancelled. */
  ItemFailed: { unit: 'Count', dimension: { name: 'Code', values: Object.keys(errors) as ErrorCode[] } },
  /** The time from the order of a batch to the delivery of an item. */
  DeliverySeconds: { unit: 'Seconds', dimension: { name: 'Model', values: models } },
  /** The items that wait for a slot. */
  WaitingItems: { unit: 'Count', dimension: { name: 'Lane', values: laneNames } },
  /** The longest wait of all waiting items. In a very long queue, only the first items are included. */
  LongestWaitSeconds: { unit: 'Seconds' },
  /** The vendor costs of the current UTC day in percent of the limit of the installation. */
  DayLimitPercent: { unit: 'None' },
  /** A request to a vendor that has ended, with or without a result. A poll does not count while the work is still running. */
  VendorRequest: { unit: 'Count', dimension: { name: 'Vendor', values: vendorNames } },
  /**
   * A request that the vendor did not complete. The vendor was busy, had an error, did not respond, or sent a response that was not
   * readable.
   */
  VendorFailure: { unit: 'Count', dimension: { name: 'Vendor', values: vendorNames } },
  /** A vendor that failed several times without a success. The items of this vendor wait. */
  BreakerOpened: { unit: 'Count' },
  /** A new account that got no welcome bonus, because the bonuses had reached their limit for the day. */
  BonusLimitReached: { unit: 'Count' },
  /** List prices of the requests for items that vendors may bill. If a request was not billed, its price is subtracted later. */
  VendorDollars: { unit: 'None' },
  /** Payments of sellers, without refunds. */
  PaidDollars: { unit: 'None' },
  /** A refused call that indicates abuse if it is frequent. */
  SecurityEvent: { unit: 'Count', dimension: { name: 'Code', values: securityEventCodes } },
} as const satisfies Record<string, MetricRule>;

export type MetricName = keyof typeof metrics;

/** The second dimension of a metric, for example `{ Job: 'reconcile' }`. */
export type MetricDimensions<Name extends MetricName> = (typeof metrics)[Name] extends {
  dimension: { name: infer Key extends string; values: readonly (infer Value)[] };
}
  ? Record<Key, Value>
  : Record<string, never>;
