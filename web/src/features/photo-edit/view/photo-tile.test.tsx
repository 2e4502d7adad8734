// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { Profiler } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Photo } from '#web/features/upload/photo.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { change, editStore, getDraft } from '../store/core.ts';
import { addPhotos, selectPhoto } from '../store/photos.ts';
import { PhotoTile } from './photo-tile.tsx';

const photo = (id: string): Photo => ({ id, title: `${id}.jpg`, src: `blob:${id}`, width: 900, height: 900, fileSize: 1 });

let renders: string[];
let ids: string[];

beforeEach(() => {
  change({ type: 'startedNew', nextId: 'next' });
  addPhotos([photo('a'), photo('b')]);
  ids = getDraft().photos.map(({ id }) => id);
  renders = [];
  renderWithTexts(
    <fieldset>
      {ids.map((id, index) => (
        <Profiler key={id} id={'ab'[index]!} onRender={(name) => renders.push(name)}>
          <PhotoTile id={id} />
        </Profiler>
      ))}
    </fieldset>,
  );
  renders = [];
});

test('the progress of an upload renders only the tile of this photo', () => {
  act(() => editStore.setState({ uploads: new Map([['b', { status: 'sending', share: 0.5 }]]) }));
  expect(renders).toEqual(['b']);
});

test('a changed setting renders no tile', () => {
  act(() => change({ type: 'choicesChanged', choices: { exportFormat: 'webp' } }));
  expect(renders).toEqual([]);
});

test('a new selection renders only the previous tile and the new tile', () => {
  act(() => selectPhoto(ids[1]!));
  expect(renders.toSorted()).toEqual(['a', 'b']);
});
