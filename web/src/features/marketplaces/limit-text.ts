/** Formats the limit of a rule in the language of the page. */
import type { TFunction } from 'i18next';
import type { Field } from '#shared/marketplaces/fields.ts';
import type { Limit, Value } from '#shared/marketplaces/limits.ts';

const gigabyte = 1_000_000_000;
const kilohertz = 'kHz';
const pixelUnit = 'px';

const names: Record<string, string> = {
  h264: 'H.264',
  hevc: 'H.265',
  mpeg2: 'MPEG-2',
  mpeg4: 'MPEG-4',
  webm: 'WebM',
  webp: 'WebP',
  srgb: 'sRGB',
  main: 'Main',
  baseline: 'Baseline',
  high: 'High',
  jpeg: 'JPG',
};
const nameOf = (value: string): string => names[value] ?? value.toUpperCase();

type NumberFormat = { scale: number; options: Intl.NumberFormatOptions; unit?: string };

/** Returns the number format of this field. A number is divided by `scale` before it is formatted. */
function formatOf(field: Field, value: number): NumberFormat {
  const withUnit = (scale: number, unit: string): NumberFormat => ({
    scale,
    options: { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 },
  });
  switch (field) {
    case 'seconds':
      return withUnit(1, 'second');
    case 'bytes':
      return value >= gigabyte ? withUnit(gigabyte, 'gigabyte') : withUnit(1_000_000, 'megabyte');
    case 'bitrate':
      return withUnit(1_000_000, 'megabit-per-second');
    case 'audioBitrate':
      return withUnit(1000, 'kilobit-per-second');
    case 'audioSampleRate':
      return { scale: 1000, options: { maximumFractionDigits: 1 }, unit: kilohertz };
    case 'fillShare':
      return { scale: 1, options: { style: 'percent' } };
    case 'width':
    case 'height':
    case 'longSide':
    case 'shortSide':
      return { scale: 1, options: {}, unit: pixelUnit };
    default:
      return { scale: 1, options: { maximumFractionDigits: 3 } };
  }
}

/** @param place inside a sentence, the first letter is in lower case, unless it belongs to a value. */
export function limitText(t: TFunction, field: Field, limit: Limit, language: string, place: 'alone' | 'inSentence' = 'alone'): string {
  const { min, max, below, oneOf, noneOf, is, any } = limit;
  const list = (values: readonly string[]) => new Intl.ListFormat(language, { type: 'disjunction' }).format(values);
  const valueText = (value: number | string) => (typeof value === 'string' ? nameOf(value) : numberText(field, [value], language));
  const phrase = (text: string, value: string) =>
    place === 'alone' || text.startsWith(value) ? text : text.charAt(0).toLocaleLowerCase(language) + text.slice(1);
  const excluded = list(noneOf?.map(nameOf) ?? []);
  if (any) return t('marketplaces.any');
  if (is !== undefined) return is ? t('marketplaces.required') : t('marketplaces.not_allowed');
  if (noneOf) return phrase(t('marketplaces.except', { value: excluded }), excluded);
  if (oneOf) return list(oneOf.map(valueText));
  if (min !== undefined && max !== undefined) return rangeText(field, min, max, language);
  const value = valueText(below ?? min ?? max ?? '');
  if (below !== undefined) return phrase(t('marketplaces.under', { value }), value);
  return phrase(t(min === undefined ? 'marketplaces.at_most' : 'marketplaces.at_least', { value }), value);
}

/** Formats a measured value. */
export function measuredText(field: Field, value: Value, language: string): string {
  if (typeof value === 'number') return field === 'ratio' ? `${value.toFixed(2)}:1` : numberText(field, [value], language);
  return typeof value === 'string' ? nameOf(value) : '';
}

const rangeText = (field: Field, min: number | string, max: number | string, language: string): string =>
  typeof min === 'number' && typeof max === 'number' ? numberText(field, [min, max], language) : `${min}–${max}`;

/** The formats are cached. A list of results formats hundreds of numbers, and creating a format takes much longer than using it. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(key, format);
  return format;
}

/** Formats one number, or a range of two numbers. */
function numberText(field: Field, values: [number] | [number, number], language: string): string {
  const { scale, options, unit } = formatOf(field, Math.max(...values));
  const format = numberFormatOf(language, options);
  const [first, last] = values;
  const text = last === undefined ? format.format(first / scale) : format.formatRange(first / scale, last / scale);
  return unit ? `${text}\u00a0${unit}` : text;
}

/** Formats a date whose month or day can be unknown. */
export function dateText(date: string, language: string): string {
  const parts = date.split('-').length;
  const options: Intl.DateTimeFormatOptions =
    parts === 3 ? { dateStyle: 'medium' } : { year: 'numeric', ...(parts === 2 && { month: 'short' as const }) };
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(date));
}

export const monthText = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(date));

/** Returns the host of a source, because sellers know the source by this name. */
export const hostOf = (source: string): string => new URL(source).hostname.replace(/^www\./, '');
