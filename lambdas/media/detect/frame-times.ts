/** Computes the frame rate and the length of a video from the times of its packets, because the header can contain wrong values. */

/** A packet of one track, in units of the track. */
export type PacketTime = { pts: bigint; duration: bigint };

export type FrameTimes = {
  /** The sum of all packets. */
  seconds: number;
  /** Undefined for a video with less than two frames. */
  frameRate?: number;
  variableFrameRate: boolean;
};

/** Two equal distances can differ by this number of units, because a file can round each time to its own unit. */
const roundingUnits = 1.5;
/** If two distances between frames differ by more than this share, the frame rate is variable. */
const sameRateShare = 0.1;

/** @param unitSeconds the length of one unit of the track */
export function frameTimes(packets: readonly PacketTime[], unitSeconds: number): FrameTimes {
  const times = packets.map(({ pts }) => Number(pts)).toSorted((one, other) => one - other);
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  const median = distances.toSorted((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0;
  const declared = packets.reduce((sum, { duration }) => sum + Number(duration), 0);
  // Some containers store no duration of a packet. In this case, the last frame is as long as the others.
  const units = packets.every(({ duration }) => duration > 0n) ? declared : last - first + median;
  const difference = Math.max(roundingUnits, sameRateShare * median);
  return {
    seconds: units * unitSeconds,
    ...(distances.length > 0 && last > first && { frameRate: distances.length / ((last - first) * unitSeconds) }),
    variableFrameRate: distances.some((distance) => Math.abs(distance - median) > difference),
  };
}
