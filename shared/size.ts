/** The size of a picture or a video, in pixels. */
export type Size = { width: number; height: number };
