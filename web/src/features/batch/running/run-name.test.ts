import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import texts from '../../../../../locales/en/common.json' with { type: 'json' };
import { runName } from './run-name.ts';

beforeAll(() => i18next.init({ lng: 'en', defaultNS: 'common', resources: { en: { common: texts } } }));
const name = (run: object) => runName('video', { total_images: 6, ...run }, 'en', i18next.t);

test.each([
  ['the number of results without file names', {}, '6 videos'],
  ['the number of results if all file names are empty', { file_names: [] }, '6 videos'],
  ['the tool of a before/after run', { kind: 'pipeline', total_images: 1 }, 'Before/after'],
  ['the number of photo edits', { kind: 'edit', total_images: 1 }, '1 photo edit'],
  ['the only file name', { file_names: ['bag'], total_images: 1 }, 'bag'],
  ['two file names', { file_names: ['bag', 'shoe'], total_images: 2 }, 'bag, shoe'],
  ['two file names and the number of other results', { file_names: ['bag', 'shoe', 'hat'] }, 'bag, shoe, +4 more'],
  ['one file name and the number of results with the same file', { file_names: ['bag'] }, 'bag, +5 more'],
  ['the name of the seller', { name: 'Spring', file_names: ['bag'] }, 'Spring'],
])('the name is %s', (_, run, expected) => expect(name(run)).toBe(expected));
