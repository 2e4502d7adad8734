import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { queries } from '#web/lib/queries.ts';
import { MemoryRouter } from '#web/lib/router.tsx';
import { SessionProvider } from '#web/lib/session/session-provider.tsx';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { PhotoEditPage } from './photo-edit-page.tsx';

beforeAll(() =>
  i18next.use(initReactI18next).init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common: texts } } }),
);

test('the page renders in Node, and contains all texts for a visitor', () => {
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/photoroom-test']}>
        <SessionProvider>
          <PhotoEditPage />
        </SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  for (const text of [
    'Photo edit',
    'Choose photos',
    'Remove background',
    'Edit photo',
    '$0.02 each',
    '$0.10 each',
    'Presets',
    'Method',
    'As is',
    'Transparent',
    'White',
    'With shadow',
    'Studio',
    'Marble',
    'Lifestyle',
    'Reference',
    'File format',
    'PNG',
    'JPEG',
    'WebP',
    'Removing a background costs $0.02 per photo.',
    'Editing a photo costs 5 times that: $0.10.',
    '10 free credits per month',
    '25 megapixels recommended.',
  ])
    expect(html).toContain(text);
  // Without a photo, nothing can be ordered, so the bar shows no price.
  expect(html.slice(html.indexOf('data-bar="actions"'))).not.toContain('$');
});
