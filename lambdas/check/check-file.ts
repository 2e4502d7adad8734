/** Measures one file of a visitor for the rules of marketplaces. If a file cannot be measured, the result is a problem, not an error. */
import { readFile, stat } from 'node:fs/promises';
import type { FileReport } from '#shared/check/api.ts';
import { type Finding, unusableSide } from '#shared/check/findings.ts';
import { AppError } from '#shared/errors.ts';
import type { ImageProbe, Probe, VideoProbe } from '#shared/marketplaces/probe.ts';
import { sniffImageType } from '#shared/upload/image-file.ts';
import { isTruncated } from '../media/detect/box-tree.ts';
import { detectVideo, type VideoFaults } from '../media/detect/detect-video.ts';
import { type MediaFormat, mediaFormatOf, readStart, UnsupportedCodecError } from '../media/open-media.ts';
import { measureImage } from '../media/probe/measure-image.ts';
import { measureVideo } from '../media/probe/measure-video.ts';

/** A larger picture is not decoded (shared/upload/image-file.ts). */
const imageBytesMax = 50_000_000;
/**
 * Allowed difference between the length in the header and the length of the packets. Some headers round the length or contain an edit list.
 */
const lengthToleranceSeconds = 0.25;

/** @param deadline stops the decoder. Properties that need more time are then undefined. */
export async function checkFile(path: string, deadline: AbortSignal): Promise<FileReport> {
  const { size } = await stat(path);
  if (size === 0) return { problem: 'empty' };
  const start = await readStart(path);
  // An AVIF image has the same boxes as an MP4 video, so the file is first compared with the image types.
  if (sniffImageType(start)) return size > imageBytesMax ? { problem: 'tooLarge' } : checkImage(path);
  if (isHeic(start)) return { problem: 'unsupported' };
  const format = mediaFormatOf(start);
  return format ? checkVideo(path, format, deadline) : { problem: 'notMedia' };
}

/** Photos of iPhones have these brands. No enabled loader can read them. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];
const isHeic = (start: Buffer): boolean =>
  start.toString('latin1', 4, 8) === 'ftyp' && heicBrands.includes(start.toString('latin1', 8, 12));

async function checkImage(path: string): Promise<FileReport> {
  try {
    const probe = await measureImage(await readFile(path), 'waves');
    if (isTooSmall(probe)) return { problem: 'tooSmall' };
    return { probe, findings: imageFindings(probe) };
  } catch (error) {
    return { problem: error instanceof AppError && error.code === 'ImageDimensions' ? 'tooLarge' : 'damaged' };
  }
}

async function checkVideo(path: string, format: MediaFormat, deadline: AbortSignal): Promise<FileReport> {
  if (format === 'mov' && (await isTruncated(path))) return { problem: 'truncated' };
  try {
    const measured = await measureVideo(path, format);
    if (isTooSmall(measured)) return { problem: 'tooSmall' };
    const faults = await detectVideo(path, format, deadline);
    const probe = videoProbe(measured, faults);
    return { probe, findings: videoFindings(probe, faults) };
  } catch (error) {
    if (isUnsupported(error)) return { problem: 'unsupported' };
    return { problem: deadline.aborted ? 'tooSlow' : 'damaged' };
  }
}

/** `measureVideo` reports the error of the decoder as the cause of its own error. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof UnsupportedCodecError || (error instanceof Error && error.cause instanceof UnsupportedCodecError);

const isTooSmall = ({ width = 0, height = 0 }: Probe): boolean => Math.min(width, height) <= unusableSide;

function videoProbe(measured: VideoProbe, { times, rotation, seen, silent }: VideoFaults): VideoProbe {
  const { width = 0, height = 0 } = measured;
  const isTurned = rotation === 90 || rotation === 270;
  return {
    ...measured,
    // Marketplaces see the picture after its rotation.
    ...(isTurned && { width: height, height: width }),
    seconds: times.seconds,
    variableFrameRate: times.variableFrameRate,
    ...(seen && {
      bars: seen.bars,
      blackStart: seen.blackStart,
      blackEnd: seen.blackEnd,
      freeze: seen.freezes.length > 0,
      interlaced: seen.interlaced,
    }),
    ...(silent !== undefined && { silence: silent }),
  };
}

const flags = ['bars', 'blackStart', 'blackEnd', 'freeze', 'silence', 'variableFrameRate', 'interlaced'] as const;

function videoFindings(probe: VideoProbe, { hdr, rotation, headerDifferenceSeconds = 0 }: VideoFaults): Finding[] {
  return [
    ...flags.filter((flag) => probe[flag]),
    ...(hdr ? (['hdr'] as const) : []),
    ...(rotation !== 0 ? (['rotated'] as const) : []),
    ...(probe.moovAtStart === false ? (['moovAtEnd'] as const) : []),
    ...(headerDifferenceSeconds > lengthToleranceSeconds ? (['headerLength'] as const) : []),
  ];
}

const imageFindings = ({ rotated, alpha, colourProfile }: ImageProbe): Finding[] => [
  ...(rotated ? (['rotated'] as const) : []),
  ...(alpha ? (['transparent'] as const) : []),
  ...(colourProfile !== undefined && colourProfile !== 'srgb' ? (['wideColours'] as const) : []),
];
