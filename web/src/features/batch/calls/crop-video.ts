/** POST /api/video/crop: crops a video whose crop failed, free of charge (docs/spec.md 5.4). */
import { cropResponse } from '#shared/video/single-calls.ts';
import { callApi } from '#web/lib/api.ts';

export const cropVideo = (videoUrl: string) => callApi('cropResult', { body: { videoUrl }, schema: cropResponse });
