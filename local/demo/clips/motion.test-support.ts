/** Measures how the picture moved between two frames: blocks of one are found again in the other, and a map is laid through them. */

export type Luma = { data: Uint8Array; width: number; height: number };
/**
 * Where a point (x, y), counted from the middle in half widths and half heights, went: by `shift + stretch × its own place`,
 * in the same units across and down; `askew` says how much more the right half was stretched upright than the left.
 */
export type Motion = { shiftX: number; shiftY: number; stretchX: number; stretchY: number; askew: number };

const blockSide = 24;
const gridStep = 20;
/** Beyond what any move covers in a clip, in frame widths. */
const reach = 0.2;
/** Mean difference per pixel up to which a block counts as found; what left the frame is not. */
const foundMax = 6;

type Match = { x: number; y: number; dx: number; dy: number };

export function motionBetween(from: Luma, to: Luma): Motion {
  const { width, height } = from;
  const matches: Match[] = [];
  for (let top = 0; top + blockSide <= height; top += gridStep) {
    for (let left = 0; left + blockSide <= width; left += gridStep) {
      const found = findBlock(from, to, left, top);
      if (!found) continue;
      const x = (2 * (left + blockSide / 2)) / width - 1;
      const y = (2 * (top + blockSide / 2)) / height - 1;
      matches.push({ x, y, dx: (2 * found.dx) / width, dy: (2 * found.dy) / height });
    }
  }
  const across = leastSquares(
    matches.map(({ x }) => [1, x]),
    matches.map(({ dx }) => dx),
  );
  const down = leastSquares(
    matches.map(({ x, y }) => [1, y, x * y]),
    matches.map(({ dy }) => dy),
  );
  return { shiftX: across[0]!, stretchX: across[1]!, shiftY: down[0]!, stretchY: down[1]!, askew: down[2]! };
}

/** The whole-pixel place with the least difference: every fourth first, then all around the best. */
function findBlock(from: Luma, to: Luma, left: number, top: number): { dx: number; dy: number } | undefined {
  const range = Math.round(reach * Math.max(from.width, from.height));
  let best = { dx: 0, dy: 0, difference: Number.POSITIVE_INFINITY };
  const tryAll = (middle: { dx: number; dy: number }, around: number, step: number) => {
    for (let dy = middle.dy - around; dy <= middle.dy + around; dy += step) {
      for (let dx = middle.dx - around; dx <= middle.dx + around; dx += step) {
        const difference = blockDifference(from, to, left, top, dx, dy, best.difference);
        if (difference < best.difference) best = { dx, dy, difference };
      }
    }
  };
  tryAll({ dx: 0, dy: 0 }, range, 4);
  tryAll(best, 4, 1);
  return best.difference / blockSide ** 2 <= foundMax ? best : undefined;
}

function blockDifference(from: Luma, to: Luma, left: number, top: number, dx: number, dy: number, enough: number): number {
  const [toLeft, toTop] = [left + dx, top + dy];
  if (toLeft < 0 || toTop < 0 || toLeft + blockSide > to.width || toTop + blockSide > to.height) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let y = 0; y < blockSide && sum < enough; y++) {
    const at = (top + y) * from.width + left;
    const toAt = (toTop + y) * to.width + toLeft;
    for (let x = 0; x < blockSide; x++) sum += Math.abs(from.data[at + x]! - to.data[toAt + x]!);
  }
  return sum;
}

/** The weights of the terms that come nearest to the values, by the normal equations and Gauss-Jordan. */
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
