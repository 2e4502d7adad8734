/** POST /api/photoroom/remove-background or /api/photoroom/image-editing. The same id again is the same order, so that it may be repeated. */
import { type PhotoEditRequest, photoEditAccepted } from '#shared/photo-edit/api.ts';
import { callApi } from '#web/lib/api.ts';
import { insist } from '#web/lib/patience.ts';

export const orderEdit = ({ settings, ...named }: PhotoEditRequest) =>
  insist(() =>
    callApi(settings.apiMode === 'image-editing' ? 'orderImageEditing' : 'orderBackgroundRemoval', {
      body: { ...named, ...settings },
      schema: photoEditAccepted,
    }),
  );
