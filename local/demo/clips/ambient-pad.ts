/** Sound of a clip: a soft, held chord with slow swells that fades in and out. The seed sets its key. */

export const sampleRate = 48_000;

const fadeInSeconds = 1.2;
const fadeOutSeconds = 1.8;
/** Quiet enough for a voice over it: at most about -18 dBFS. */
const peakLevel = 0.125;
const lowestRootHz = 98;
const semitonesOfChoice = 7;
/** Detunes the two channels, which makes the chord sound wide. */
const spreadHz = 0.35;

/** Just intervals. Higher voices are softer, and each swells at its own speed. */
const voices = [
  { ratio: 1, level: 1, swellHz: 0.11 },
  { ratio: 3 / 2, level: 0.7, swellHz: 0.17 },
  { ratio: 2, level: 0.55, swellHz: 0.13 },
  { ratio: 5 / 2, level: 0.32, swellHz: 0.19 },
  { ratio: 3, level: 0.22, swellHz: 0.23 },
  { ratio: 9 / 2, level: 0.1, swellHz: 0.29 },
] as const;
const levelSum = voices.reduce((sum, { level }) => sum + level, 0);

/** Returns samples of both channels as planar 32-bit float: first all of the left, then all of the right. */
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

/** Raised cosines at both ends: the first and last samples are silent, and no click is audible. */
function fadeAt(time: number, seconds: number): number {
  const within = Math.min(time / fadeInSeconds, (seconds - time) / fadeOutSeconds, 1);
  return 0.5 - 0.5 * Math.cos(Math.PI * Math.max(within, 0));
}
