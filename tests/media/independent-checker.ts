/**
 * Checks a file with the rules of a placement. This checker shares no code with the product. It reads the JSON files of the rules, and
 * measures with the commands ffprobe and ffmpeg.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

type Rule = {
  field: string;
  severity: string;
  min?: number | string;
  max?: number | string;
  below?: number | string;
  oneOf?: (number | string)[];
  noneOf?: string[];
  is?: boolean;
  any?: true;
};
type RuleFile = { id: string; kind: 'video' | 'image'; rules: Rule[] };
type Measured = Record<string, number | string | boolean | undefined>;

/** @throws Error if a command is not installed, because the test would then prove nothing. */
export function requireTools(): void {
  for (const tool of ['ffprobe', 'ffmpeg'])
    if (spawnSync(tool, ['-version'], { stdio: 'ignore' }).status !== 0)
      throw new Error(`${tool} is not installed: run "apt-get install ffmpeg". Without it, no independent checker exists.`);
}

export function run(tool: 'ffprobe' | 'ffmpeg', options: string[]): { stdout: Buffer; stderr: string } {
  const { status, stdout, stderr } = spawnSync(tool, options, { maxBuffer: 512 * 1024 ** 2 });
  if (status !== 0) throw new Error(`${tool} ${options.join(' ')} failed: ${stderr}`);
  return { stdout, stderr: String(stderr) };
}

/** The measurements of each file, by its content. Many marketplaces get the same file, and a video needs seconds to decode. */
const measurements = new Map<string, Measured>();

function measure(file: string, kind: RuleFile['kind']): Measured {
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  const measured = measurements.get(hash) ?? (kind === 'video' ? measureVideo(file) : measureImage(file));
  measurements.set(hash, measured);
  return measured;
}

/** Returns the violated rules of severity `refused`, as text. If the list is empty, the marketplace accepts the file. */
export function violations(file: string, { kind, rules }: RuleFile): string[] {
  const measured = measure(file, kind);
  return rules
    .filter(({ severity, any, field }) => severity === 'refused' && !any && field !== 'aiMade')
    .filter((rule) => !isSatisfied(rule, measured))
    .map(({ field, ...rule }) => `${field} is ${measured[field]}, but ${JSON.stringify(rule)}`);
}

const soundFields = ['audioCodec', 'audioBitrate', 'audioSampleRate'];

function isSatisfied(rule: Rule, measured: Measured): boolean {
  const { field, oneOf, noneOf, is } = rule;
  if (soundFields.includes(field) && measured.audio === false) return true;
  const value = measured[field];
  if (value === undefined) throw new Error(`The checker does not measure ${field}`);
  if (typeof value === 'boolean') return value === is;
  if (typeof value === 'string') return (!oneOf || oneOf.includes(value)) && !noneOf?.includes(value);
  const limit = (one: number | string) => (typeof one === 'number' ? one : Number(one.split(':')[0]) / Number(one.split(':')[1]));
  const near = (one: number) => field === 'ratio' && Math.abs(value / one - 1) < 0.005;
  if (oneOf && !oneOf.some((one) => limit(one) === value || near(limit(one)))) return false;
  if (rule.min !== undefined && value < limit(rule.min) && !near(limit(rule.min))) return false;
  if (rule.max !== undefined && value > limit(rule.max) && !near(limit(rule.max))) return false;
  return rule.below === undefined || (value < limit(rule.below) && !near(limit(rule.below)));
}

type Stream = Record<string, string | number>;

function probe(file: string): { streams: Stream[]; format: Stream & { tags?: Record<string, string> } } {
  return JSON.parse(run('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]).stdout.toString());
}

const sidesOf = (width: number, height: number): Measured => ({
  width,
  height,
  ratio: width / height,
  longSide: Math.max(width, height),
  shortSide: Math.min(width, height),
  pixels: width * height,
});

function measureVideo(file: string): Measured {
  const { streams, format } = probe(file);
  const video = streams.find(({ codec_type: type }) => type === 'video') as Stream;
  const audio = streams.find(({ codec_type: type }) => type === 'audio');
  const [frames = 0, perSeconds = 1] = String(video.avg_frame_rate).split('/').map(Number);
  const bytes = statSync(file).size;
  const seconds = Number(video.duration);
  const profile = String(video.profile).toLowerCase();
  return {
    ...sidesOf(Number(video.width), Number(video.height)),
    container: format.tags?.major_brand === 'qt  ' ? 'mov' : String(format.format_name).includes('mp4') ? 'mp4' : 'other',
    codec: String(video.codec_name),
    profile: profile.includes('baseline') ? 'baseline' : profile,
    seconds,
    bytes,
    bitrate: (bytes * 8) / seconds,
    frameRate: frames / perSeconds,
    interlaced: !['progressive', 'unknown', 'undefined'].includes(String(video.field_order)),
    audio: audio !== undefined,
    ...(audio && {
      audioCodec: String(audio.codec_name),
      audioBitrate: Number(audio.bit_rate),
      audioSampleRate: Number(audio.sample_rate),
    }),
    ...darkParts(file, seconds, Number(video.width), Number(video.height)),
  };
}

/** Decodes the video once for both filters. */
function darkParts(file: string, seconds: number, width: number, height: number): Measured {
  const filters = 'blackdetect=d=0.03:pix_th=0.1,cropdetect=limit=24:round=2:reset=0';
  const { stderr } = run('ffmpeg', ['-i', file, '-vf', filters, '-an', '-f', 'null', '-']);
  const parts = [...stderr.matchAll(/black_start:([\d.]+) black_end:([\d.]+)/g)].map(([, start, end]) => [Number(start), Number(end)]);
  const crop = [...stderr.matchAll(/crop=(\d+):(\d+):/g)].at(-1);
  return {
    blackStart: parts.some(([start = 0]) => start < 0.05),
    blackEnd: parts.some(([, end = 0]) => end > seconds - 0.05),
    bars: crop !== undefined && (Number(crop[1]) < width * 0.97 || Number(crop[2]) < height * 0.97),
  };
}

/** Compression changes the values of a white border slightly. */
const whiteMin = 250;
/** A pixel of the product differs from white by more than this value. */
const productDifference = 24;

function measureImage(file: string): Measured {
  const [stream] = probe(file).streams;
  if (!stream) throw new Error(`${file} is no image`);
  const [width, height] = [Number(stream.width), Number(stream.height)];
  const pixels = run('ffmpeg', ['-v', 'error', '-i', file, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']).stdout;
  const lowest = (x: number, y: number) => {
    const start = 3 * (y * width + x);
    return Math.min(pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0);
  };
  let isWhite = true;
  for (let x = 0; x < width; x++) isWhite &&= lowest(x, 0) >= whiteMin && lowest(x, height - 1) >= whiteMin;
  for (let y = 0; y < height; y++) isWhite &&= lowest(0, y) >= whiteMin && lowest(width - 1, y) >= whiteMin;
  const formats: Record<string, string> = { mjpeg: 'jpeg', png: 'png', webp: 'webp', gif: 'gif', av1: 'avif' };
  return {
    ...sidesOf(width, height),
    format: formats[String(stream.codec_name)] ?? 'other',
    bytes: statSync(file).size,
    alpha: /rgba|ya|yuva|bgra|argb/.test(String(stream.pix_fmt)),
    whiteBackground: isWhite,
    fillShare: fillOf(width, height, lowest),
  };
}

function fillOf(width: number, height: number, lowest: (x: number, y: number) => number): number {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (lowest(x, y) < 255 - productDifference)
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  return right < 0 ? 0 : Math.max((right - left + 1) / width, (bottom - top + 1) / height);
}

/** Reads the rules without the code that loads and validates them. */
export const ruleFile = (id: string): RuleFile =>
  JSON.parse(readFileSync(new URL(`../../shared/marketplaces/rules/${id}.json`, import.meta.url), 'utf8'));
