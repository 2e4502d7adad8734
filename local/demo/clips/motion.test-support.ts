/** Measures the motion between two frames: finds blocks of one frame in the other frame, and fits a linear map to the blocks. */

export type Luma = { data: Uint8Array; width: number; height: number };
/**
 * Motion of a point (x, y): `shift + stretch × position`. The unit is half the width or half the height of the frame. The
 * middle of the frame is 0. `skew` is the additional vertical stretch of the right half compared with the left half.
 */
export type Motion = { shiftX: number; shiftY: number; stretchX: number; stretchY: number; skew: number };

const blockSidePixels = 24;
const gridStepPixels = 20;
/** Search distance as a share of the longer side of the frame. This distance is larger than the motion of every camera move in a clip. */
const reachShare = 0.2;
/** Maximum mean difference per pixel between a block and its match. A block outside the second frame has no match. */
const matchDifferenceMax = 6;

type Match = { x: number; y: number; dx: number; dy: number };

export function motionBetween(from: Luma, to: Luma): Motion {
  const { width, height } = from;
  const matches: Match[] = [];
  for (let top = 0; top + blockSidePixels <= height; top += gridStepPixels) {
    for (let left = 0; left + blockSidePixels <= width; left += gridStepPixels) {
      const match = findBlock(from, to, left, top);
      if (!match) continue;
      const x = (2 * (left + blockSidePixels / 2)) / width - 1;
      const y = (2 * (top + blockSidePixels / 2)) / height - 1;
      matches.push({ x, y, dx: (2 * match.dx) / width, dy: (2 * match.dy) / height });
    }
  }
  const horizontalFit = leastSquares(
    matches.map(({ x }) => [1, x]),
    matches.map(({ dx }) => dx),
  );
  const verticalFit = leastSquares(
    matches.map(({ x, y }) => [1, y, x * y]),
    matches.map(({ dy }) => dy),
  );
  return {
    shiftX: horizontalFit[0]!,
    stretchX: horizontalFit[1]!,
    shiftY: verticalFit[0]!,
    stretchY: verticalFit[1]!,
    skew: verticalFit[2]!,
  };
}

/**
 * Finds the position (in whole pixels) at which the block differs least. First tests every fourth position, and then all positions around
 * the best one.
 */
function findBlock(from: Luma, to: Luma, left: number, top: number): { dx: number; dy: number } | undefined {
  const range = Math.round(reachShare * Math.max(from.width, from.height));
  let best = { dx: 0, dy: 0, difference: Number.POSITIVE_INFINITY };
  const searchAround = (middle: { dx: number; dy: number }, distance: number, step: number) => {
    for (let dy = middle.dy - distance; dy <= middle.dy + distance; dy += step) {
      for (let dx = middle.dx - distance; dx <= middle.dx + distance; dx += step) {
        const difference = blockDifference(from, to, left, top, dx, dy, best.difference);
        if (difference < best.difference) best = { dx, dy, difference };
      }
    }
  };
  searchAround({ dx: 0, dy: 0 }, range, 4);
  searchAround(best, 4, 1);
  return best.difference / blockSidePixels ** 2 <= matchDifferenceMax ? best : undefined;
}

function blockDifference(from: Luma, to: Luma, left: number, top: number, dx: number, dy: number, limit: number): number {
  const [toLeft, toTop] = [left + dx, top + dy];
  if (toLeft < 0 || toTop < 0 || toLeft + blockSidePixels > to.width || toTop + blockSidePixels > to.height)
    return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let y = 0; y < blockSidePixels && sum < limit; y++) {
    const fromIndex = (top + y) * from.width + left;
    const toIndex = (toTop + y) * to.width + toLeft;
    for (let x = 0; x < blockSidePixels; x++) sum += Math.abs(from.data[fromIndex + x]! - to.data[toIndex + x]!);
  }
  return sum;
}

/** Returns the least-squares weights of the terms. Solves the normal equations by Gauss-Jordan elimination. */
function leastSquares(terms: number[][], values: number[]): number[] {
  const count = terms[0]?.length ?? 0;
  const rows = Array.from({ length: count }, (_, i) => [
    ...Array.from({ length: count }, (_, j) => terms.reduce((sum, term) => sum + term[i]! * term[j]!, 0)),
    terms.reduce((sum, term, n) => sum + term[i]! * values[n]!, 0),
  ]);
  for (let pivot = 0; pivot < count; pivot++) {
    const scale = rows[pivot]![pivot]!;
    rows[pivot] = rows[pivot]!.map((value) => value / scale);
    for (let row = 0; row < count; row++) {
      if (row === pivot) continue;
      const factor = rows[row]![pivot]!;
      rows[row] = rows[row]!.map((value, column) => value - factor * rows[pivot]![column]!);
    }
  }
  return rows.map((row) => row[count]!);
}
