/** Keeps room for the content credentials in the size limits of a marketplace, because a file is signed after it was made. */
import type { Refusal } from '../marketplaces/plan.ts';
import type { Placement } from '../marketplaces/schema.ts';

/**
 * Maximum size of the credentials in bytes. The credentials of a file have about 5 kB. For each source of the file, 7 kB are
 * added. The sources are the result, and the video before a later crop.
 */
export const credentialBytesMax = 32 * 1024;

/** Returns the placement with size limits for the file before it is signed. */
export const withRoomForCredentials = (placement: Placement): Placement => ({
  ...placement,
  rules: placement.rules.map((rule) =>
    rule.field === 'bytes' && rule.max !== undefined ? { ...rule, max: rule.max - credentialBytesMax } : rule,
  ),
});

/** Returns the refusal with the limit of the marketplace. */
export function withOriginalLimit(refusal: Refusal, placement: Placement): Refusal {
  if (refusal.rule?.field !== 'bytes') return refusal;
  const { severity } = refusal.rule;
  const rule = placement.rules.find((one) => one.field === 'bytes' && one.severity === severity);
  return rule ? { ...refusal, rule } : refusal;
}
