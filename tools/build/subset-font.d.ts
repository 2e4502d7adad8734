/** What fonts.ts uses of subset-font, whose published types are older than its axes. */
declare module 'subset-font' {
  export type Axis = number | { min: number; max: number };
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, Axis> },
  ): Promise<Buffer>;
}
