/** The results of a check of one file that do not depend on the rules of a marketplace. */

/** Facts about a file that help a seller, even if no marketplace has a rule about them. */
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

/** A picture is not measured if one of its sides has at most this number of pixels. Every marketplace needs more pixels. */
export const unusableSide = 64;
