/** Sends each picture as soon as it is chosen, and cancels the uploads of removed pictures. */
import { liveUserId, watch, watchLiveUser } from '#web/features/batch/store/core.ts';
import { editStore, editUploads } from './core.ts';

export function followUploads(): () => void {
  const send = () => {
    const { draft, restored, loadingRuns, items } = editStore.getState();
    const { photos, guidance } = draft;
    const guidancePictures = guidance ? [guidance] : [];
    editUploads.keepOnly(new Set([...photos.map(({ photo }) => photo.id), ...guidancePictures.map(({ id }) => id)]));
    if (!liveUserId() || !restored || loadingRuns) return;
    // If a photo was already ordered, its file is not sent again before another order.
    const newPhotos = photos.filter(({ id }) => !items.has(id)).map(({ photo }) => photo);
    // A failed upload waits for the next order.
    for (const picture of [...newPhotos, ...guidancePictures])
      if (picture.file && !editUploads.states().has(picture.id)) void editUploads.ensure(picture).catch(() => undefined);
  };
  const stops = [
    editUploads.subscribe(() => editStore.setState({ uploads: editUploads.states() })),
    watch(editStore, ({ draft }) => draft.photos, send),
    watch(editStore, ({ draft }) => draft.guidance, send),
    watch(editStore, ({ restored, loadingRuns }) => restored && !loadingRuns, send),
    watchLiveUser(send),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
