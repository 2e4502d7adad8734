/** The part of the API that fonts.ts uses. The published types of subset-font lack these options. */
declare module 'subset-font' {
  export type Axis = number | { min: number; max: number };
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, Axis>; keepFeatures: readonly string[]; noHinting: boolean },
  ): Promise<Buffer>;
}
