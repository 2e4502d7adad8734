import { expect, test } from 'vitest';
import { historyResponse } from './api.ts';

const row = {
  id: 'b',
  user_id: 'u',
  result_kind: 'image',
  batch_id: 'b',
  prompt: 'white',
  total_images: 1,
  completed_images: 1,
  failed_images: 0,
  status: 'completed',
  aspect_ratio: '1:1',
  model: 'GPT-Image-1',
  created_at: '2026-01-01T00:00:00.000Z',
};
const result = { id: 'a', prompt: 'white', status: 'completed' };
const read = (changes: object) => historyResponse.safeParse({ ...row, results: [{ ...result, ...changes }] });

test.each([
  [{ image_title: 'Bag', image_url: '/i', video_url: '/v', thumbnail: '/t' }],
  [{ title: 'Bag', imageUrl: '/i', videoUrl: '/v', thumbnail: '/t' }],
  [{ title: 'Bag', url: '/i', videoUrl: '/v', thumbnail: '/t' }],
  [{ image_title: 'Bag', title: 'Not this', image_url: '/i', url: '/not-this', video_url: '/v', thumbnail: '/t' }],
])('a result with older field names is converted to the current names: %j', (changes) => {
  expect(read(changes).data?.results).toEqual([{ ...result, image_title: 'Bag', image_url: '/i', video_url: '/v', thumbnail: '/t' }]);
});

test.each([{}, { name: 'Bag' }, { title: 7 }])('a result whose title is not a text is refused: %j', (changes) => {
  expect(read(changes).success).toBe(false);
});
