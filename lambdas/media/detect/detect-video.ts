/** Decodes a video of a limited length once. Finds the faults of the video stream and the audio stream. */
import { type Demuxer, FilterAPI } from 'node-av/api';
import {
  AV_FRAME_DATA_DISPLAYMATRIX,
  AV_FRAME_FLAG_INTERLACED,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import type { Box } from '#shared/marketplaces/probe.ts';
import { type MediaFormat, openDecoder, openMedia } from '../open-media.ts';
import { framesOf, packetsOf } from '../read-stream.ts';
import { createBarsDetector } from './bars.ts';
import { createBlackDetector } from './black.ts';
import { headerSecondsOf } from './box-tree.ts';
import { type FrameTimes, frameTimes, type PacketTime } from './frame-times.ts';
import { createFreezeDetector } from './freeze.ts';
import type { LumaFrame, Span } from './luma.ts';
import { createSilenceDetector } from './silence.ts';

/** Before the search, the frames are scaled down to this width. In this size, a bar of 2 % has seven pixels. */
const searchWidth = 320;
/** Maximum number of packets. A video of two hours has fewer packets. A damaged or hostile file can have any number. */
const packetsMax = 500_000;

export type Picture = {
  /** The part between the bars, in the size of the search. Undefined without bars. */
  picture?: Box | undefined;
  bars: boolean;
  blackStart: boolean;
  blackEnd: boolean;
  freezes: Span[];
  interlaced: boolean;
};

export type VideoFaults = {
  times: FrameTimes;
  /** The difference between the length in the header and the longest track. Undefined if the header contains no length. */
  headerDifferenceSeconds?: number;
  hdr: boolean;
  /** The rotation in the header, clockwise in degrees. */
  rotation: 0 | 90 | 180 | 270;
  /** Undefined if there was not enough time. */
  seen?: Picture;
  /** Undefined for a video without sound, and if there was not enough time. */
  silent?: boolean;
};

/** @throws if the file has no video, or if a frame is damaged. */
export async function detectVideo(path: string, format: MediaFormat, deadline: AbortSignal): Promise<VideoFaults> {
  const { times, colorTrc, rotation, hasSound, headerDifferenceSeconds } = await readHeaderAndPackets(path, format);
  const seen = await detectPictureFaults(path, format, times.seconds, deadline);
  const silent = seen && hasSound ? await detectSilence(path, format, deadline) : undefined;
  return {
    times,
    ...(headerDifferenceSeconds !== undefined && { headerDifferenceSeconds }),
    hdr: colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67,
    rotation: seen?.rotation || rotation,
    ...(seen && { seen: seen.picture }),
    ...(silent !== undefined && { silent }),
  };
}

const videoOf = (input: Demuxer): Stream => {
  const stream = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  if (!stream) throw new Error('There is no video stream');
  return stream;
};

async function readHeaderAndPackets(path: string, format: MediaFormat) {
  await using input = await openMedia(path, format);
  const video = videoOf(input);
  const sound = input.audio();
  const packets: PacketTime[] = [];
  let soundUnits = 0;
  for await (using packet of packetsOf(input)) {
    if (packet.streamIndex === video.index) packets.push({ pts: packet.pts, duration: packet.duration });
    if (packet.streamIndex === sound?.index) soundUnits += Number(packet.duration);
    if (packets.length > packetsMax) throw new Error('The video has too many packets');
  }
  if (packets.length === 0) throw new Error('The video has no packets');
  const { codecpar, timeBase } = video;
  const times = frameTimes(packets, unitSeconds(timeBase));
  const soundSeconds = sound ? soundUnits * unitSeconds(sound.timeBase) : 0;
  const headerSeconds = format === 'mov' ? await headerSecondsOf(path) : undefined;
  return {
    times,
    colorTrc: codecpar.colorTrc,
    rotation: rotationOf(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)),
    hasSound: sound !== undefined,
    ...(headerSeconds !== undefined && { headerDifferenceSeconds: Math.abs(headerSeconds - Math.max(times.seconds, soundSeconds)) }),
  };
}

const unitSeconds = ({ num, den }: { num: number; den: number }): number => num / den;

async function detectPictureFaults(path: string, format: MediaFormat, endSeconds: number, deadline: AbortSignal) {
  await using input = await openMedia(path, format);
  const video = videoOf(input);
  using decoder = await openDecoder(video, { exitOnError: true });
  using filter = FilterAPI.create(`scale=w='min(${searchWidth},iw)':h=-2:flags=area,format=pix_fmts=gray`, {
    framerate: video.avgFrameRate,
  });
  const [black, freeze, bars] = [createBlackDetector(), createFreezeDetector(), createBarsDetector()];
  let [interlaced, rotation, startSeconds]: [boolean, VideoFaults['rotation'], number | undefined] = [false, 0, undefined];
  for await (using frame of framesOf({ input, decoder, filter })) {
    if (deadline.aborted) return undefined;
    const luma = lumaOf(frame);
    startSeconds ??= luma.seconds;
    interlaced ||= frame.hasFlags(AV_FRAME_FLAG_INTERLACED);
    rotation ||= rotationOf(frame.getSideData(AV_FRAME_DATA_DISPLAYMATRIX));
    for (const detector of [black, freeze, bars]) detector.add(luma);
  }
  if (startSeconds === undefined) throw new Error('The video has no frames');
  const picture = bars.result();
  const freezes = freeze.result(startSeconds + endSeconds);
  return { picture: { bars: picture !== undefined, picture, ...black.result(), freezes, interlaced }, rotation };
}

function lumaOf(frame: Frame): LumaFrame {
  const { width, height, pts, timeBase } = frame;
  return { width, height, data: frame.toBuffer(), seconds: Number(pts) * unitSeconds(timeBase) };
}

async function detectSilence(path: string, format: MediaFormat, deadline: AbortSignal): Promise<boolean | undefined> {
  await using input = await openMedia(path, format);
  const sound = input.audio();
  if (!sound) return undefined;
  using decoder = await openDecoder(sound, { exitOnError: true });
  using filter = FilterAPI.create('aformat=sample_fmts=flt');
  const silence = createSilenceDetector(sound.codecpar.sampleRate * sound.codecpar.channels);
  for await (using frame of framesOf({ input, decoder, filter })) {
    if (deadline.aborted) return undefined;
    const bytes = Uint8Array.from(frame.toBuffer());
    silence.add(new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / Float32Array.BYTES_PER_ELEMENT)));
  }
  return silence.result();
}

/** One unit of the numbers in a display matrix. */
const matrixUnit = 65_536;

/** Reads a matrix of nine 32-bit numbers with 16 binary places. */
export function rotationOf(matrix: Buffer | null): VideoFaults['rotation'] {
  if (!matrix || matrix.length < 36) return 0;
  const [across, down] = [matrix.readInt32LE(0) / matrixUnit, matrix.readInt32LE(4) / matrixUnit];
  const quarters = Math.round(Math.atan2(down, across) / (Math.PI / 2));
  return ([0, 90, 180, 270] as const)[(quarters + 4) % 4] ?? 0;
}
