/** Detects whether the sound track is silent. */

/** Maximum level of a silent part, as a share of the full scale (-60 dB). The noise of a codec is below this level. */
const silentMax = 0.001;
/** The level is measured in windows of this length, so that one short sound in a long silence is found. */
const windowSeconds = 0.1;

/** Collects the samples of all channels in their order, from -1 to 1. */
export function createSilenceDetector(samplesPerSecond: number): { add(samples: Float32Array): void; result(): boolean } {
  const windowSamples = Math.max(1, Math.round(samplesPerSecond * windowSeconds));
  let [energy, count, loudest] = [0, 0, 0];
  const closeWindow = () => {
    if (count > 0) loudest = Math.max(loudest, Math.sqrt(energy / count));
    [energy, count] = [0, 0];
  };
  return {
    add(samples) {
      for (const sample of samples) {
        energy += sample * sample;
        count += 1;
        if (count === windowSamples) closeWindow();
      }
    },
    result() {
      closeWindow();
      return loudest <= silentMax;
    },
  };
}
