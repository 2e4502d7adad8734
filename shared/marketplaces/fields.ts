/** The complete list of properties that a rule of a marketplace can limit. */

/** Numbers. `seconds` is the length, `frameRate` is in frames per second, bit rates are in bits per second, and `loudness` is in LUFS. */
export const numberFields = [
  'seconds',
  'width',
  'height',
  /** The longer side: the larger value of width and height. */
  'longSide',
  /** The shorter side: the smaller value of width and height. */
  'shortSide',
  /** Width times height. */
  'pixels',
  'bytes',
  'bitrate',
  'frameRate',
  'level',
  'audioBitrate',
  'audioSampleRate',
  'loudness',
  /** The larger value of product width / image width and product height / image height. */
  'fillShare',
] as const;

/** Width : height. */
export const ratioFields = ['ratio'] as const;

export const namesOf = {
  container: ['mp4', 'mov', 'webm', 'avi', 'flv', '3gp', 'mpeg'],
  codec: ['h264', 'hevc', 'vp8', 'vp9', 'av1', 'mpeg2', 'mpeg4'],
  profile: ['baseline', 'main', 'high', 'other'],
  audioCodec: ['aac', 'mp3', 'pcm', 'opus', 'vorbis', 'ac3'],
  format: ['jpeg', 'png', 'webp', 'gif', 'tiff', 'heic', 'avif', 'svg'],
  colourProfile: ['srgb', 'display-p3', 'adobe-rgb', 'cmyk', 'other'],
} as const;
export type NameField = keyof typeof namesOf;
export const nameFields = Object.keys(namesOf) as NameField[];

/** Properties that a file has or does not have. */
export const flagFields = [
  /** The video has a sound track. */
  'audio',
  'variableFrameRate',
  /** Bars at the edges of the picture. */
  'bars',
  'blackStart',
  'blackEnd',
  /** A part without motion. */
  'freeze',
  /** The sound track is silent. */
  'silence',
  /** The index of an MP4 file is before its media data. Such a video can play while it loads. */
  'moovAtStart',
  'interlaced',
  'alpha',
  'whiteBackground',
  /** An orientation tag rotates or mirrors the stored pixels. */
  'rotated',
  /** An AI model made the image. */
  'aiMade',
] as const;

/** The value of each flag that a marketplace can refuse. The page has one sentence for each flag. */
export const faultyFlags: Record<FlagField, boolean> = {
  audio: true,
  variableFrameRate: true,
  bars: true,
  blackStart: true,
  blackEnd: true,
  freeze: true,
  silence: true,
  moovAtStart: false,
  interlaced: true,
  alpha: true,
  whiteBackground: false,
  rotated: true,
  aiMade: true,
};

export type NumberField = (typeof numberFields)[number];
export type RatioField = (typeof ratioFields)[number];
export type FlagField = (typeof flagFields)[number];
export type Field = NumberField | RatioField | NameField | FlagField;

const videoOnly = [
  ...['seconds', 'bitrate', 'frameRate', 'level', 'audioBitrate', 'audioSampleRate', 'loudness', 'container', 'codec', 'profile'],
  ...['audioCodec', 'audio', 'variableFrameRate', 'bars', 'blackStart', 'blackEnd', 'freeze', 'silence', 'moovAtStart', 'interlaced'],
];
const imageOnly = ['fillShare', 'format', 'colourProfile', 'alpha', 'whiteBackground', 'rotated', 'aiMade'];
const allFields: readonly Field[] = [...numberFields, ...ratioFields, ...nameFields, ...flagFields];

export type MediaKind = 'video' | 'image';
/** The fields of each kind of file. */
export const fieldsOf: Record<MediaKind, readonly Field[]> = {
  video: allFields.filter((field) => !imageOnly.includes(field)),
  image: allFields.filter((field) => !videoOnly.includes(field)),
};

/** The basic questions. Every placement has a rule for each question, or lists it as unknown. `size` means any limit of width or height. */
export const basicTopics = {
  video: ['container', 'ratio', 'seconds', 'bytes', 'size'],
  image: ['format', 'ratio', 'size', 'bytes', 'whiteBackground', 'fillShare'],
} as const satisfies Record<MediaKind, readonly (Field | 'size')[]>;

const sizeFields: readonly Field[] = ['width', 'height', 'longSide', 'shortSide', 'pixels'];

export const topicOf = (field: Field): Field | 'size' => (sizeFields.includes(field) ? 'size' : field);
