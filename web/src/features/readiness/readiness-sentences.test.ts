import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import type { Probe } from '#shared/marketplaces/probe.ts';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { rulesOf } from './evaluate.ts';
import { refusalSentences } from './readiness-sentences.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources: { en: { common: texts } }, initAsync: false });

const sentencesOf = (probe: Probe, placements: readonly string[]) => refusalSentences(i18n.t, rulesOf(placements).shopsOf(probe), 'en');

test('a fault that several marketplaces refuse is said once, followed by the rule of each marketplace', () => {
  const placements = ['shopee.listing-video', 'mercado-libre.clips', 'etsy.listing-video'];
  expect(sentencesOf({ kind: 'video', seconds: 8 }, placements)).toEqual([
    'The video is 8 sec long.',
    'Shopee requires: 10–60 sec.',
    'Mercado Libre requires: 10–61 sec.',
  ]);
});

test('each fault of a picture is followed by the marketplaces that do not accept it', () => {
  expect(sentencesOf({ kind: 'image', alpha: true, whiteBackground: false }, ['amazon.main-image', 'etsy.listing-image'])).toEqual([
    'The background is not pure white.',
    'Amazon does not accept this.',
    'The image has transparent parts.',
    'Etsy does not accept this.',
  ]);
});

test('without a refusing marketplace, there is no sentence', () => {
  expect(sentencesOf({ kind: 'video', seconds: 20 }, ['shopee.listing-video'])).toEqual([]);
});
