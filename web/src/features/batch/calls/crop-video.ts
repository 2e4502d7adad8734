/** POST /api/video/crop: crops a video again that could not be cropped, for nothing (Q24). */
import { cropResponse } from '#shared/video/single-calls.ts';
import { callApi } from '#web/lib/api.ts';

export const cropVideo = (videoUrl: string) => callApi('cropResult', { body: { videoUrl }, schema: cropResponse });
