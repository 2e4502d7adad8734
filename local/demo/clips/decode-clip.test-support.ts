/** Decodes a finished clip and measures the video stream and the audio stream. */
import { Decoder, Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PROFILE_H264_HIGH,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { Log } from 'node-av/lib';

Log.setLevel(AV_LOG_QUIET);

const levelWindowSeconds = 0.1;

export type DecodedClip = Awaited<ReturnType<typeof decodeClip>>;

/** @param keepLuma whether to store the brightness of every frame. Set this to true for small clips only. */
export async function decodeClip(file: string, { keepLuma = false } = {}) {
  const picture = await decodePicture(file, keepLuma);
  const sound = await decodeSound(file);
  return { ...picture, sound };
}

async function decodePicture(file: string, keepLuma: boolean) {
  await using input = await Demuxer.open(file);
  const stream = input.video()!;
  using decoder = await Decoder.create(stream);
  const { codecpar, avgFrameRate, timeBase } = stream;
  const { width, height } = codecpar;
  const frameDifferences: number[] = [];
  let previousLuma: Buffer | undefined;
  let firstFrame: Buffer | undefined;
  const lumas: Buffer[] = [];
  let frames = 0;
  let ticks = 0n;
  for await (using frame of decoder.frames(input.packets(stream.index))) {
    if (!frame) break;
    frames += 1;
    ticks += frame.duration;
    const i420 = frame.toBuffer();
    firstFrame ??= i420;
    const luma = i420.subarray(0, width * height);
    if (previousLuma) frameDifferences.push(meanDifference(previousLuma, luma));
    previousLuma = luma;
    if (keepLuma) lumas.push(luma);
  }
  return {
    codec: codecpar.codecId === AV_CODEC_ID_H264 ? 'h264' : 'other',
    profile: codecpar.profile === AV_PROFILE_H264_HIGH ? 'high' : 'other',
    pixelFormat: codecpar.format === AV_PIX_FMT_YUV420P ? 'yuv420p' : 'other',
    width,
    height,
    framesPerSecond: avgFrameRate.num / avgFrameRate.den,
    frames,
    seconds: (Number(ticks) * timeBase.num) / timeBase.den,
    colour: {
      space: codecpar.colorSpace === AVCOL_SPC_BT709 ? 'bt709' : 'other',
      primaries: codecpar.colorPrimaries === AVCOL_PRI_BT709 ? 'bt709' : 'other',
      transfer: codecpar.colorTrc === AVCOL_TRC_BT709 ? 'bt709' : 'other',
      range: codecpar.colorRange === AVCOL_RANGE_MPEG ? 'limited' : 'other',
      chroma: codecpar.chromaLocation === AVCHROMA_LOC_LEFT ? 'left' : 'other',
    },
    /**
     * Mean brightness difference between two consecutive frames, in levels per pixel. A larger difference means that the camera moves
     * faster.
     */
    frameDifferences,
    lumaOf: (frame: number) => ({ data: lumas.at(frame)!, width, height }),
    /** Returns the RGB colour of a pixel of the first frame. Players that support colour tags show the same colour. */
    rgbAt: (x: number, y: number): number[] => rgbOf(firstFrame!, width, height, x, y),
  };
}

async function decodeSound(file: string) {
  await using input = await Demuxer.open(file);
  const stream = input.audio();
  if (!stream) return undefined;
  using decoder = await Decoder.create(stream);
  const { sampleRate, channels } = stream.codecpar;
  const leftSamples: Float32Array[] = [];
  for await (using frame of decoder.frames(input.packets(stream.index))) {
    if (!frame) break;
    leftSamples.push(new Float32Array(new Uint8Array(frame.toBuffer()).buffer, 0, frame.nbSamples));
  }
  const samples = Float32Array.from(leftSamples.flatMap((part) => [...part]));
  return {
    codec: stream.codecpar.codecId === AV_CODEC_ID_AAC ? 'aac' : 'other',
    channels,
    sampleRate,
    seconds: (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den,
    peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
    /** Returns the level (root mean square) of a tenth of a second that begins at this time. */
    levelAt(seconds: number): number {
      const part = samples.subarray(seconds * sampleRate, (seconds + levelWindowSeconds) * sampleRate);
      return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
    },
  };
}

/**
 * Converts a pixel to RGB with the BT.709 equations for limited range. FFmpeg's fast conversion is not used, because it has errors of up to
 * two levels.
 */
function rgbOf(i420: Buffer, width: number, height: number, x: number, y: number): number[] {
  const chromaIndex = width * height + (y >> 1) * (width >> 1) + (x >> 1);
  const luma = ((i420[y * width + x]! - 16) * 255) / 219;
  const blue = ((i420[chromaIndex]! - 128) * 255) / 224;
  const red = ((i420[chromaIndex + (width * height) / 4]! - 128) * 255) / 224;
  return [luma + 1.5748 * red, luma - 0.1873 * blue - 0.4681 * red, luma + 1.8556 * blue].map((level) =>
    Math.min(Math.max(Math.round(level), 0), 255),
  );
}

function meanDifference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += Math.abs(a[n]! - b[n]!);
  return sum / a.length;
}
