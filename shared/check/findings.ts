/** The results of a check of one file, apart from the rules of a marketplace. */

/** Facts about a file that a seller wants to know, even if no marketplace states a rule about them. */
export const findings = [
  'bars',
  'blackStart',
  'blackEnd',
  'freeze',
  'silence',
  'variableFrameRate',
  'interlaced',
  'hdr',
  'rotated',
  'moovAtEnd',
  /** The length in the header differs from the length of the packets. */
  'headerLength',
  'transparent',
  'wideColours',
] as const;
export type Finding = (typeof findings)[number];

/** Reasons why a file cannot be measured. */
export const problems = ['empty', 'notMedia', 'truncated', 'damaged', 'unsupported', 'tooSmall', 'tooLarge', 'tooSlow'] as const;
export type Problem = (typeof problems)[number];

/** A picture with a side of at most this number of pixels is not measured. Each marketplace needs more. */
export const unusableSide = 64;
