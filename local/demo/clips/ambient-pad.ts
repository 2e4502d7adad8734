/** The clip's sound: a soft held chord that breathes, faded in and out. The seed sets its key. */

export const sampleRate = 48_000;

const fadeInSeconds = 1.2;
const fadeOutSeconds = 1.8;
/** Quiet enough to lie under a voice: about -18 dBFS at the loudest. */
const peakLevel = 0.125;
const lowestRootHz = 98;
const semitonesOfChoice = 7;
/** Detuning between the ears, which makes the chord wide. */
const spreadHz = 0.35;

/** A chord of just intervals, its higher voices softer; each swells at its own slow pace. */
const voices = [
  { ratio: 1, level: 1, swellHz: 0.11 },
  { ratio: 3 / 2, level: 0.7, swellHz: 0.17 },
  { ratio: 2, level: 0.55, swellHz: 0.13 },
  { ratio: 5 / 2, level: 0.32, swellHz: 0.19 },
  { ratio: 3, level: 0.22, swellHz: 0.23 },
  { ratio: 9 / 2, level: 0.1, swellHz: 0.29 },
] as const;
const levelSum = voices.reduce((sum, { level }) => sum + level, 0);

/** Writes samples of both channels, planar 32-bit float: all of the left, then all of the right. */
export type Pad = (firstSample: number, count: number) => Buffer;

export function ambientPad(seed: number, seconds: number): Pad {
  const root = lowestRootHz * 2 ** ((Math.abs(seed) % semitonesOfChoice) / 12);
  return (firstSample, count) => {
    const samples = new Float32Array(count * 2);
    for (let n = 0; n < count; n++) {
      const time = (firstSample + n) / sampleRate;
      const level = (peakLevel / levelSum) * fadeAt(time, seconds);
      let [left, right] = [0, 0];
      for (const voice of voices) {
        const swell = voice.level * (0.75 + 0.25 * Math.sin(2 * Math.PI * voice.swellHz * time + voice.ratio));
        left += swell * Math.sin(2 * Math.PI * (root * voice.ratio - spreadHz) * time);
        right += swell * Math.sin(2 * Math.PI * (root * voice.ratio + spreadHz) * time);
      }
      samples[n] = level * left;
      samples[count + n] = level * right;
    }
    return Buffer.from(samples.buffer);
  };
}

/** Raised cosines at both ends: silence at the first and last sample, with no corner to hear. */
function fadeAt(time: number, seconds: number): number {
  const within = Math.min(time / fadeInSeconds, (seconds - time) / fadeOutSeconds, 1);
  return 0.5 - 0.5 * Math.cos(Math.PI * Math.max(within, 0));
}
