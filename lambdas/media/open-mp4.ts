/** Opens an MP4 file for writing, with its index before the media data. */
import { Muxer } from 'node-av/api';
import pLimit from 'p-limit';

/**
 * Writes the packets one after another. node-av 6.1.1 writes the streams of a pipeline in parallel. While it writes the header and the
 * first packets, it keeps the packets of the other streams in a queue. Packets that arrive after the queue was read are never written, so a
 * clip with sound could lose its first frames.
 */
export async function openMp4(file: string): Promise<Muxer> {
  const muxer = await Muxer.open(file, { format: 'mp4', options: { movflags: '+faststart' } });
  const writePacket = muxer.writePacket.bind(muxer);
  const inOrder = pLimit(1);
  muxer.writePacket = (packet, stream) => inOrder(writePacket, packet, stream);
  return muxer;
}
