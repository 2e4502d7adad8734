import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import german from '../../../locales/de/common.json' with { type: 'json' };
import { useAreaNames } from './area-name.ts';

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'de', ns: ['common'], defaultNS: 'common', resources: { de: { common: german } } }));

function Areas({ stored }: { stored: string }) {
  return <>{useAreaNames()(stored)}</>;
}
const renderAreas = (stored: string) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Areas stored={stored} />
    </I18nextProvider>,
  );

test('the history translates known areas and does not change areas that the seller has written', () => {
  const { background_removal, product_accuracy } = german.pipeline.area;
  expect(renderAreas('background removal; stitching; product accuracy')).toBe(`${background_removal}; stitching; ${product_accuracy}`);
});
