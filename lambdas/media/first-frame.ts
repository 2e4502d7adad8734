/** Checks the first frame of a video, because marketplaces use it as the preview. */
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import { framesOf } from './read-stream.ts';

/**
 * Average brightness below which a frame counts as black. A frame with a brighter part, such as a product on black, is not black. Black has
 * the value 16 in limited range.
 */
const blackMax = 24;
const brightPartMin = 48;
/** Minimum range of grey values in a picture with content. A white card with a product has a much larger range. */
const emptyRangeMax = 4;

/**
 * Returns true if the first frame is black or has only one colour.
 * @throws Error if the file has no frame.
 */
export async function isFirstFrameEmpty(file: string): Promise<boolean> {
  await using input = await Demuxer.open(file);
  const stream = input.video();
  if (!stream) throw new Error('There is no video stream');
  using decoder = await Decoder.create(stream);
  using filter = FilterAPI.create('format=pix_fmts=yuv420p,signalstats');
  for await (using frame of framesOf({ input, decoder, filter })) {
    const metadata = frame.getMetadata();
    const value = (name: string) => Number(metadata.get(`lavfi.signalstats.${name}`));
    const isBlack = value('YAVG') <= blackMax && value('YMAX') < brightPartMin;
    return isBlack || value('YMAX') - value('YMIN') <= emptyRangeMax;
  }
  throw new Error('The video has no frame');
}
