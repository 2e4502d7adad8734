/**
 * Opens a file of a visitor with FFmpeg. Some demuxers of FFmpeg read playlists, other files and network addresses. So the first bytes of
 * the file select one demuxer of a short list. The only enabled protocol is the one for files, and only some decoders are enabled.
 */
import { open } from 'node:fs/promises';
import { Decoder, type DecoderOptions, Demuxer } from 'node-av/api';
import { AV_LOG_QUIET } from 'node-av/constants';
import { Codec, Log, type Stream } from 'node-av/lib';

Log.setLevel(AV_LOG_QUIET);

/** The demuxers that a file can select. The demuxer `mov` reads MP4, QuickTime and 3GP. */
export type MediaFormat = 'mov' | 'matroska' | 'avi' | 'flv' | 'mpeg';

/** Number of first bytes that are read. Every signature of a video or an image is shorter than this. */
const startBytes = 64;

const decoders = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libdav1d', 'av1', 'mpeg4', 'mpeg2video', 'mpeg1video'],
  ...['aac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'ac3', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_f32le'],
];

/** Returns undefined for a file that no enabled demuxer reads, for example a web page with the file name of a video. */
export function mediaFormatOf(start: Buffer): MediaFormat | undefined {
  const text = (from: number, to: number) => start.toString('latin1', from, to);
  if (start.length < 8) return undefined;
  if (['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(text(4, 8))) return 'mov';
  if (start.readUInt32BE(0) === 0x1a45dfa3) return 'matroska';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'AVI ') return 'avi';
  if (text(0, 3) === 'FLV') return 'flv';
  return start.readUInt32BE(0) === 0x000001ba ? 'mpeg' : undefined;
}

/** Reads only the first bytes, because a file has up to 200 MB. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * FFmpeg decodes a few frames while it opens a file. The list of decoders in the options applies to these frames.
 * @throws if the demuxer rejects the file.
 */
export const openMedia = (path: string, format: MediaFormat, signal?: AbortSignal): Promise<Demuxer> =>
  Demuxer.open(path, {
    format,
    options: { protocol_whitelist: 'file', format_whitelist: formatNames[format], codec_whitelist: decoders.join(',') },
    ...(signal && { signal }),
  });

/** The codec of the file needs a decoder that is not enabled. The file itself can be intact. */
export class UnsupportedCodecError extends Error {
  override name = 'UnsupportedCodecError';
}

/**
 * The list of decoders in `openMedia` does not apply to decoders that are opened later. So the name of the decoder is checked before it is
 * opened.
 * @throws UnsupportedCodecError if no enabled decoder reads the stream.
 */
export function openDecoder(stream: Stream, options: DecoderOptions = {}): Promise<Decoder> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec?.name || !decoders.includes(codec.name)) throw new UnsupportedCodecError(`The decoder ${codec?.name} is not enabled`);
  return Decoder.create(stream, codec, options);
}

/** FFmpeg identifies a demuxer by its whole list of names. */
const formatNames: Record<MediaFormat, string> = {
  mov: 'mov,mp4,m4a,3gp,3g2,mj2',
  matroska: 'matroska,webm',
  avi: 'avi',
  flv: 'flv',
  mpeg: 'mpeg',
};
