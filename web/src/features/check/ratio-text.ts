/** The ratios that sellers know. Each is compared with the measured ratio. */
const knownRatios = ['1:1', '9:16', '16:9', '4:5', '5:4', '3:4', '4:3', '2:3', '3:2', '21:9', '1:2', '2:1'] as const;

/** Maximum difference from a known ratio, as a share of the known ratio. A video of 1080 × 1918 pixels is still called 9:16. */
const differenceMax = 0.005;

/** Returns for example '9:16 (0.56)', or only '0.62' for a ratio without a usual name. */
export function ratioText(ratio: number, language: string): string {
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(ratio);
  const name = knownRatios.find((known) => {
    const [width = 1, height = 1] = known.split(':').map(Number);
    return Math.abs((ratio * height) / width - 1) <= differenceMax;
  });
  return name === undefined ? number : `${name} (${number})`;
}
