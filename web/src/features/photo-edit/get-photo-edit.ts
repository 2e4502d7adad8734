/** GET /api/photoroom/{jobId}, again every two seconds while it runs (Q67). */
import { useQuery } from '@tanstack/react-query';
import { photoEditJob } from '#shared/photo-edit/api.ts';
import { backOffMs, callApi, mayRepeat } from '#web/lib/api.ts';

const pollEveryMs = 2_000;
/** The addresses of pictures are good for longer than this. */
const endedFreshMs = 10 * 60_000;

export type Job = Awaited<ReturnType<typeof getPhotoEdit>>;

const getPhotoEdit = (jobId: string, signal: AbortSignal) =>
  callApi('getPhotoEdit', { parameters: { jobId }, schema: photoEditJob, signal });

export const isRunning = (job: Job | undefined): boolean => job?.status === 'queued' || job?.status === 'working';

/** How an edit stands. Asked again while it runs, more seldom after errors, and not at all while the page is hidden or nobody is signed in. */
export function usePhotoEdit(jobId: string | undefined, live: boolean) {
  return useQuery({
    queryKey: ['photo-edit', jobId],
    queryFn: ({ signal }) => getPhotoEdit(String(jobId), signal),
    enabled: live && jobId !== undefined,
    retry: (_, error) => mayRepeat(error),
    retryDelay: (count) => backOffMs(count, pollEveryMs),
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollEveryMs : false),
    staleTime: ({ state }) => (isRunning(state.data) ? 0 : endedFreshMs),
    refetchOnWindowFocus: true,
  });
}
