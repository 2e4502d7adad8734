/** video_{title}_{timestamp}.mp4 (SPEC 9, timing and concurrency; checklist U2), safe for every file system. */
export function videoFileName(title: string, completedAt: Date): string {
  const plain = title
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const timestamp = completedAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `video_${[...plain].slice(0, 80).join('') || 'clip'}_${timestamp}.mp4`;
}
