/** Encodes frames and sound as an mp4 with correct colour tags. A player can start before it has loaded the whole file. */
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Frame, Log, Rational } from 'node-av/lib';
import { type Pad, sampleRateHz } from './ambient-pad.ts';

export const framesPerSecond = 24;
const samplesPerFrame = sampleRateHz / framesPerSecond;
/**
 * A clip has one keyframe and no B-frames. In a slow move, each keyframe is visible as a jump, and B-frames make the picture shake. The
 * disadvantage is that a jump to another time is slow. A player must decode up to eight seconds for it.
 */
const keyframeIntervalFrames = 10 * framesPerSecond;
const audioBitRate = 128_000;
/*
 * A setting from the slower preset `veryfast`: the encoder uses more bits for blocks that later frames use as a reference. With this
 * setting, the preset `superfast` needs 70 % of the time of `veryfast`, and its quality differs by at most 0.2 dB. Without this setting,
 * the file would be four times as large.
 */
const macroblockTree = 'mbtree=1:rc-lookahead=10';
/**
 * Number of threads for one render. The number is small, because two renders run at the same time, and the machine may have only two cores.
 */
const encoderThreads = 2;

Log.setLevel(AV_LOG_QUIET);

export type ClipSource = {
  file: string;
  width: number;
  height: number;
  frameCount: number;
  /** Returns frame `n` in the format I420 with BT.709 limited range. The same buffer may be used for the next frame. */
  frameAt(n: number): Buffer;
  /** Undefined for a clip without an audio track. */
  pad?: Pad;
  onFrame?(n: number): void;
};

export async function encodeClip({ file, width, height, frameCount, frameAt, pad, onFrame }: ClipSource): Promise<void> {
  using video = await openVideoEncoder();
  using audio = pad && (await Encoder.create(FF_ENCODER_AAC, { bitrate: audioBitRate }));
  await using muxer = await Muxer.open(file, { format: 'mp4', options: { movflags: '+faststart' } });
  const videoTrack = muxer.addStream(video);
  const audioTrack = audio ? muxer.addStream(audio) : -1;

  const writeFrame = async (encoder: Encoder, track: number, frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      using disposablePacket = packet;
      await muxer.writePacket(disposablePacket, track);
    }
  };
  for (let n = 0; n < frameCount; n++) {
    using frame = videoFrame(frameAt(n), width, height, n);
    await writeFrame(video, videoTrack, frame);
    if (audio && pad) {
      using sound = audioFrame(pad(n * samplesPerFrame, samplesPerFrame), n);
      await writeFrame(audio, audioTrack, sound);
    }
    onFrame?.(n);
  }
  await writeFrame(video, videoTrack, null);
  if (audio) await writeFrame(audio, audioTrack, null);
}

const openVideoEncoder = (): Promise<Encoder> =>
  Encoder.create(FF_ENCODER_LIBX264, {
    gopSize: keyframeIntervalFrames,
    maxBFrames: 0,
    threadCount: encoderThreads,
    context: { framerate: new Rational(framesPerSecond, 1), timeBase: new Rational(1, framesPerSecond) },
    options: { preset: 'superfast', crf: 18, profile: 'high', 'x264-params': macroblockTree },
  });

/**
 * The bytes of each frame. node-av does not copy them. Without this reference, the garbage collection could free them while the encoder
 * still reads them.
 */
const bytesOf = new WeakMap<Frame, Buffer>();

/** Each frame has the colour tags. The encoder copies the tags from the first frame, and the mp4 file gets the tags from the encoder. */
function videoFrame(i420: Buffer, width: number, height: number, n: number): Frame {
  const frame = Frame.fromVideoBuffer(i420, {
    width,
    height,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: framesPerSecond },
    sampleAspectRatio: { num: 1, den: 1 },
    pts: BigInt(n),
  });
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.chromaLocation = AVCHROMA_LOC_LEFT;
  bytesOf.set(frame, i420);
  return frame;
}

function audioFrame(samples: Buffer, n: number): Frame {
  const frame = Frame.fromAudioBuffer(samples, {
    nbSamples: samplesPerFrame,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: sampleRateHz,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    timeBase: { num: 1, den: sampleRateHz },
    pts: BigInt(n * samplesPerFrame),
  });
  bytesOf.set(frame, samples);
  return frame;
}
