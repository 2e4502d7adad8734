/** Computes the bit rates of an encode with two passes. The encoded file stays below a size limit. */

/** Share of a size limit that the plan uses. Encodes with two passes reached 94 to 97 percent of their target size, and never more. */
export const targetShare = 0.96;
/** A bit rate keeps this distance from the limits of the rules, because an encoder does not reach its target exactly. */
const bitrateMargin = 0.02;
/** Bits per pixel and frame. Below this value, H.264 shows visible blocks in moving parts. */
const bitsPerPixelMin = 0.03;
/** Bits per pixel and frame for a source whose bit rate was not measured. */
const bitsPerPixelUnmeasured = 0.15;

const headerBytes = 16_384;
/** The index of an MP4 file has about this many bytes per frame of video, and per packet of sound. */
const indexBytes = { frame: 20, packet: 12 };
/** An AAC packet contains this many samples. */
const samplesPerPacket = 1024;

export type EncodeInput = {
  seconds: number;
  frameRate: number;
  pixels: number;
  /** Bit rate of the pictures of the source. */
  sourceBitrate?: number;
  audio?: { bitrate: number; sampleRate: number };
  bytesMax: number;
  /** Limits of the bit rate of the whole file. */
  bitrateMin: number;
  bitrateMax: number;
};

export type Encode = {
  videoBitrate: number;
  bytes: number;
  /**
   * - `useless`: the picture would be much worse than its source.
   * - `impossible`: no bit rate satisfies all limits.
   */
  state: 'good' | 'useless' | 'impossible';
};

export function planBitrate(input: EncodeInput): Encode {
  const { seconds, frameRate, pixels, audio, bytesMax, bitrateMin, bitrateMax } = input;
  const sourceBitrate = input.sourceBitrate ?? pixels * frameRate * bitsPerPixelUnmeasured;
  const overhead =
    headerBytes + seconds * (indexBytes.frame * frameRate + (audio ? (indexBytes.packet * audio.sampleRate) / samplesPerPacket : 0));
  const audioBitrate = audio?.bitrate ?? 0;
  const limit = Math.min(((targetShare * bytesMax - overhead) * 8) / seconds, bitrateMax * (1 - bitrateMargin));
  const total = Math.min(Math.max(sourceBitrate + audioBitrate, bitrateMin * (1 + bitrateMargin)), limit);
  const videoBitrate = Math.floor(total - audioBitrate);
  const bytes = Math.ceil(((videoBitrate + audioBitrate) * seconds) / 8 + overhead);
  if (videoBitrate <= 0 || total < bitrateMin) return { videoBitrate, bytes, state: 'impossible' };
  const isUseless = videoBitrate < bitsPerPixelMin * pixels * frameRate && videoBitrate < sourceBitrate * (1 - bitrateMargin);
  return { videoBitrate, bytes, state: isUseless ? 'useless' : 'good' };
}
