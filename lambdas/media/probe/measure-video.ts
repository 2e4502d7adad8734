/**
 * Measures the actual content of a video for the rules of marketplaces. The length is the sum over all packets, because the header of a
 * file can contain a wrong length.
 */
import { stat } from 'node:fs/promises';
import { Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_MPEG2VIDEO,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VORBIS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_LOG_QUIET,
  AV_PROFILE_H264_BASELINE,
  AV_PROFILE_H264_CONSTRAINED,
  AV_PROFILE_H264_HIGH,
  AV_PROFILE_H264_MAIN,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { type CodecParameters, Log, type Stream } from 'node-av/lib';
import { AppError } from '#shared/errors.ts';
import type { VideoProbe } from '#shared/marketplaces/probe.ts';
import { type MediaFormat, openMedia } from '../open-media.ts';
import { packetsOf } from '../read-stream.ts';
import { loudnessOf } from './loudness.ts';
import { isMoovAtStart } from './moov-at-start.ts';

const codecs = new Map<number, NonNullable<VideoProbe['codec']>>([
  [AV_CODEC_ID_H264, 'h264'],
  [AV_CODEC_ID_HEVC, 'hevc'],
  [AV_CODEC_ID_VP8, 'vp8'],
  [AV_CODEC_ID_VP9, 'vp9'],
  [AV_CODEC_ID_AV1, 'av1'],
  [AV_CODEC_ID_MPEG2VIDEO, 'mpeg2'],
  [AV_CODEC_ID_MPEG4, 'mpeg4'],
]);
const audioCodecs = new Map<number, NonNullable<VideoProbe['audioCodec']>>([
  [AV_CODEC_ID_AAC, 'aac'],
  [AV_CODEC_ID_MP3, 'mp3'],
  [AV_CODEC_ID_OPUS, 'opus'],
  [AV_CODEC_ID_VORBIS, 'vorbis'],
  [AV_CODEC_ID_AC3, 'ac3'],
]);
const profiles = new Map<number, NonNullable<VideoProbe['profile']>>([
  [AV_PROFILE_H264_BASELINE, 'baseline'],
  [AV_PROFILE_H264_BASELINE | AV_PROFILE_H264_CONSTRAINED, 'baseline'],
  [AV_PROFILE_H264_MAIN, 'main'],
  [AV_PROFILE_H264_HIGH, 'high'],
]);
/** FFmpeg numbers the codecs with uncompressed samples from 0x10000 to 0x10fff. */
const isPcm = (codecId: number): boolean => codecId >> 12 === 0x10;

Log.setLevel(AV_LOG_QUIET);

/**
 * Properties that this function does not measure are undefined.
 * @param format the only demuxer that may read a file of a visitor. Without it, FFmpeg selects the demuxer.
 * @throws AppError ResultNotAsOrdered if the file is not a video.
 */
export async function measureVideo(file: string, format?: MediaFormat): Promise<VideoProbe> {
  try {
    const { size: bytes } = await stat(file);
    await using input = await (format ? openMedia(file, format) : Demuxer.open(file));
    const video = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
    if (!video) throw new Error('There is no video stream');
    const audio = input.audio();
    const totals = await measurePackets(input, [video, ...(audio ? [audio] : [])]);
    const { seconds = 0, packets = 0 } = totals.get(video.index) ?? {};
    if (!(seconds > 0) || !(video.codecpar.width > 0)) throw new Error('The video stream is empty');
    const sound = audio && totals.get(audio.index);
    const moovAtStart = await isMoovAtStart(file);
    const loudness = audio && (await loudnessOf(file, format));
    return {
      kind: 'video',
      ...withDefined({ container: containerOf(input), codec: codecs.get(video.codecpar.codecId), moovAtStart }),
      ...pictureOf(video.codecpar),
      frameRate: frameRateOf(video, packets / seconds),
      seconds,
      bytes,
      bitrate: (bytes * 8) / seconds,
      audio: audio !== undefined,
      ...(audio &&
        withDefined({
          audioCodec: isPcm(audio.codecpar.codecId) ? ('pcm' as const) : audioCodecs.get(audio.codecpar.codecId),
          audioBitrate: sound && (sound.bytes * 8) / sound.seconds,
          audioSampleRate: audio.codecpar.sampleRate,
          loudness,
        })),
    };
  } catch (cause) {
    throw new AppError('ResultNotAsOrdered', { cause });
  }
}

function pictureOf({ width, height, codecId, profile, level }: CodecParameters): Partial<VideoProbe> {
  const isH264 = codecId === AV_CODEC_ID_H264;
  return { width, height, ...(isH264 && { profile: profiles.get(profile) ?? ('other' as const), level: level / 10 }) };
}

/** If the frame rate is constant, the average of the container is exact, for example 30000/1001. */
function frameRateOf({ avgFrameRate: { num, den } }: Stream, measured: number): number {
  return num > 0 && den > 0 ? num / den : measured;
}

type Totals = { seconds: number; packets: number; bytes: number };
/** Ticks are counted as integers, so that the sum is exact. */
type Counts = Omit<Totals, 'seconds'> & { ticks: bigint; timeBase: { num: number; den: number } };

async function measurePackets(input: Demuxer, streams: readonly Stream[]): Promise<Map<number, Totals>> {
  const counts = new Map(streams.map(({ index, timeBase }): [number, Counts] => [index, { ticks: 0n, packets: 0, bytes: 0, timeBase }]));
  for await (using packet of packetsOf(input)) {
    const count = counts.get(packet.streamIndex);
    if (!count) continue;
    count.ticks += packet.duration;
    count.packets += 1;
    count.bytes += packet.size;
  }
  return new Map(
    [...counts].map(([index, { ticks, timeBase, ...rest }]) => [
      index,
      { ...rest, seconds: (Number(ticks) * timeBase.num) / timeBase.den },
    ]),
  );
}

/** One demuxer reads MP4, QuickTime and 3GP files. The brand in the file shows which of them it is. */
function containerOf({ formatName, metadata }: Demuxer): VideoProbe['container'] {
  const names = formatName.split(',');
  if (names.includes('mp4')) {
    const brand = String(metadata.major_brand ?? '').trim();
    if (brand === 'qt') return 'mov';
    return brand.startsWith('3g') ? '3gp' : 'mp4';
  }
  if (names.includes('webm')) return 'webm';
  return (['avi', 'flv', 'mpeg'] as const).find((name) => names.includes(name));
}

/** Removes undefined values, because a property that was not measured is missing in a probe. */
const withDefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: Exclude<Values[Key], undefined>;
  };
