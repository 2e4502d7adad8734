/** Renders components with the English texts. */
import { cleanup, render } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactElement } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach } from 'vitest';
import english from '../../../locales/en/common.json' with { type: 'json' };

const i18n = createInstance();
void i18n.init({ lng: 'en', ns: 'common', defaultNS: 'common', resources: { en: { common: english } }, initAsync: false });

afterEach(cleanup);

export const renderWithTexts = (element: ReactElement) =>
  render(element, { wrapper: ({ children }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider> });
