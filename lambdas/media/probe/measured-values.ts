/**
 * Measures a delivered file for the rules of marketplaces. The values are stored with the result, so nothing is measured when a batch is
 * read.
 */
import type { Probe } from '#shared/marketplaces/probe.ts';
import { log } from '../../platform/log.ts';

export type Measured = Record<string, string | number | boolean>;

/** The result has separate fields for these properties. The bit rate is computed from the size and the length. */
const separate = ['kind', 'width', 'height', 'bytes', 'seconds', 'bitrate'];
/** A row stores only this number of digits, because no rule needs more. */
const decimals = 4;

/**
 * Measures a file, and returns the properties that have no separate field in the result. If the file cannot be measured, the properties
 * are unknown. A failed measurement must never prevent a delivery.
 */
export async function measuredValues(measure: () => Promise<Probe>): Promise<{ measured?: Measured }> {
  try {
    const entries = Object.entries(await measure()).flatMap(([name, value]): [string, Measured[string]][] => {
      if (separate.includes(name)) return [];
      if (typeof value === 'number') return Number.isFinite(value) ? [[name, Number(value.toFixed(decimals))]] : [];
      return typeof value === 'string' || typeof value === 'boolean' ? [[name, value]] : [];
    });
    return { measured: Object.fromEntries(entries) };
  } catch (error) {
    log('warn', 'a delivered file was not measured', { event: 'not_measured', error });
    return {};
  }
}
