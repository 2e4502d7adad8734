import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';
import german from '../../../../locales/de/common.json' with { type: 'json' };
import english from '../../../../locales/en/common.json' with { type: 'json' };
import { chipReason } from './chip-reason.ts';
import { rulesOf } from './evaluate.ts';

const resources = { en: { common: english }, de: { common: german } };
const i18n = createInstance();
void i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources, interpolation: { escapeValue: false }, initAsync: false });

const photo: Probe = { kind: 'image', format: 'jpeg', width: 1200, height: 1200, whiteBackground: true, fillShare: 0.9, aiMade: false };
const clip: Probe = { kind: 'video', container: 'mp4', codec: 'h264', seconds: 20, width: 1080, height: 1920 };

test.each<[string, string, Probe, string]>([
  ['a photo that is too small', 'amazon.main-image', { ...photo, width: 900, height: 600 }, 'Longer side at least 1,000 px'],
  ['a photo that is too large', 'amazon.main-image', { ...photo, width: 10_001 }, 'Longer side at most 10,000 px'],
  ['a property without a number', 'amazon.main-image', { ...photo, whiteBackground: false }, 'White background'],
  ['a ratio that is not in the list', 'amazon.dsp-video', clip, 'Aspect ratio 16:9'],
])('the chip names the property and the exceeded limit of %s', (_, placement, probe, expected) => {
  expect(reasonOf(placement, probe, 'en')).toBe(expected);
});

test('the chip has the number format of the language', () => {
  expect(reasonOf('amazon.main-image', { ...photo, width: 900, height: 600 }, 'de')).toBe('Längere Seite mindestens 1.000 px');
});

function reasonOf(placement: string, probe: Probe, language: string): string {
  const [shop] = rulesOf([placement]).shopsOf(probe);
  const rule = shop?.placements[0]?.rules[0];
  return rule ? chipReason(i18n.getFixedT(language), rule, language).replace(/\s/g, ' ') : '';
}
