/** The English texts for the gallery. The texts are part of the bundle, so the gallery needs no server. */
import { createInstance } from 'i18next';
import english from '../../locales/en/common.json' with { type: 'json' };

export const i18n = createInstance();
void i18n.init({
  lng: 'en',
  ns: 'common',
  defaultNS: 'common',
  resources: { en: { common: english } },
  interpolation: { escapeValue: false },
  initAsync: false,
});

export const { t } = i18n;
