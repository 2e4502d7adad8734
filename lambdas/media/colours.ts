/** The filters that give a clip the colours of web players: BT.709, limited range, 8 bits. */
import { AVCOL_RANGE_JPEG, AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** Sets the tags of BT.709. The encoder copies the tags from the first frame. */
export const bt709Tags = 'setparams=range=limited:color_primaries=bt709:color_trc=bt709:colorspace=bt709';

/**
 * Returns the filters that convert the colours of a stream. A file without colour information is treated as BT.709, because players do the
 * same.
 */
export function colourFilters({ codecpar }: Stream): string[] {
  const isOldMatrix = codecpar.colorSpace === AVCOL_SPC_BT470BG || codecpar.colorSpace === AVCOL_SPC_SMPTE170M;
  const isFullRange = codecpar.colorRange === AVCOL_RANGE_JPEG;
  const conversion = [
    `in_color_matrix=${isOldMatrix ? 'bt601' : 'bt709'}`,
    'out_color_matrix=bt709',
    `in_range=${isFullRange ? 'full' : 'limited'}`,
    'out_range=limited',
  ].join(':');
  return [...(isOldMatrix || isFullRange ? [`scale=${conversion}`] : []), 'setsar=1', 'format=pix_fmts=yuv420p', bt709Tags];
}
