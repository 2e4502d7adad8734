import { sidesOf } from '#shared/video/ratio.ts';

/** Half of the square that an icon is drawn in, and the longer side of its frame. */
const middle = 12;
const longSide = 18;
/** A frame of 3:1 is still a frame and not a stroke. */
const shortSideMin = 6;

/** The shape of a frame, drawn from its ratio (checklist L4). */
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
