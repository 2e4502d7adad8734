import { sidesOf } from '#shared/video/ratio.ts';

/** The centre of the icon, and the longer side of its frame, in units of the view box. */
const middle = 12;
const longSide = 18;
/** Minimum length of the shorter side, so that a frame of 3:1 does not look like a line. */
const shortSideMin = 6;

/** Draws a frame with this ratio (docs/spec.md 5.3). */
export function RatioIcon({ ratio, className = '' }: { ratio: string; className?: string }) {
  const sides = sidesOf(ratio);
  const scale = longSide / Math.max(sides.width, sides.height);
  const width = Math.max(shortSideMin, sides.width * scale);
  const height = Math.max(shortSideMin, sides.height * scale);
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" data-ratio={ratio} className={`shrink-0 ${className}`}>
      <rect
        x={middle - width / 2}
        y={middle - height / 2}
        width={width}
        height={height}
        rx={1.5}
        stroke="currentColor"
        strokeWidth={1.75}
        fill="currentColor"
        fillOpacity={0.12}
      />
    </svg>
  );
}
