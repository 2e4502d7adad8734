/** A sample product before and after the edit of each preset. */
import lifestyle from './pictures/lifestyle.avif';
import marble from './pictures/marble.avif';
import original from './pictures/original.avif';
import shadow from './pictures/shadow.avif';
import studio from './pictures/studio.avif';
import transparent from './pictures/transparent.avif';
import white from './pictures/white.avif';

export const presetPictures = { original, transparent, white, shadow, studio, marble, lifestyle };
