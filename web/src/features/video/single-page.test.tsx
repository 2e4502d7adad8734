import { renderToString } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { InApp, loadTexts } from './single/in-app.test-support.tsx';
import { SinglePage } from './single-page.tsx';

beforeAll(loadTexts);

test('the page renders in Node, with all texts for a visitor', () => {
  const html = renderToString(
    <InApp>
      <SinglePage />
    </InApp>,
  );
  for (const text of [
    'Single Image to Video',
    'Any aspect ratio',
    'Platform optimized',
    'AI powered',
    'Veo 3.1 (recommended)',
    '$0.25 per second audio\u00a0off, $0.45 audio\u00a0on',
    'Choose a photo',
    'Aspect ratio',
    'Duration',
    'Resolution',
    'Audio',
    'Prompt',
    'AI Write',
    'Sample videos',
    'Results',
    'Shoe step',
    'Use this prompt',
    'Animation styles',
    'Run',
  ])
    expect(html).toContain(text);
});
