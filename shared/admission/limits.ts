/**
 * The limits of an installation that an operator can change without a deployment (docs/runbook.md). Days are UTC days. ../daily-limits.ts
 * contains the limits per person.
 */
import type { Mils } from '../vendor-prices.ts';

export type InstallationLimits = {
  /** Highest cost of all vendor requests for items per day, at list prices. Above this limit, items wait until the next day. */
  dayMils: Mils;
  /** Welcome bonuses per day. Above this limit, new accounts get no bonus. */
  bonusesPerDay: number;
};

export const defaultLimits: InstallationLimits = { dayMils: 5_000_000, bonusesPerDay: 1_000 };

/** The largest value that an operator can set, so that a typing error does not remove a limit. */
export const limitsMax: InstallationLimits = { dayMils: 1_000_000_000, bonusesPerDay: 1_000_000 };

/** The largest number of slots that an operator can set for one lane. */
export const slotsMax = 1000;
