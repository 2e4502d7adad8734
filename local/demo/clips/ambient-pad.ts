/** Creates the sound of a clip: a soft chord that fades in and out. The seed selects the root note. */

export const sampleRateHz = 48_000;

const fadeSeconds = 1.5;
/** Maximum level, about -18 dBFS. The level is low, so that a voice over the sound stays clear. */
const peakLevel = 0.125;
const rootHzMin = 98;
const rootSemitones = 7;
/** Frequencies of the root, the fifth, the octave and the third above the octave, relative to the root. */
const ratios = [1, 3 / 2, 2, 5 / 2];
/** Difference in frequency between the two channels. This difference causes a stereo effect. */
const spreadHz = 0.35;

/**
 * Returns samples of both channels as 32-bit float numbers: first all samples of the left channel, then all samples of the right channel.
 */
export type Pad = (firstSample: number, count: number) => Buffer;

export function createAmbientPad(seed: number, seconds: number): Pad {
  const rootHz = rootHzMin * 2 ** ((Math.abs(seed) % rootSemitones) / 12);
  const chord = (time: number, detunedHz: number) =>
    ratios.reduce((sum, ratio) => sum + Math.sin(2 * Math.PI * (rootHz * ratio + detunedHz) * time), 0) / ratios.length;
  return (firstSample, count) => {
    const samples = new Float32Array(count * 2);
    for (let n = 0; n < count; n++) {
      const time = (firstSample + n) / sampleRateHz;
      const fade = Math.min(1, Math.max(0, Math.min(time, seconds - time) / fadeSeconds));
      const level = peakLevel * (0.5 - 0.5 * Math.cos(Math.PI * fade));
      samples[n] = level * chord(time, -spreadHz);
      samples[count + n] = level * chord(time, spreadHz);
    }
    return Buffer.from(samples.buffer);
  };
}
