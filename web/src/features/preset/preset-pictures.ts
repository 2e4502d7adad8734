/** A sample product before and after the edit of each preset. */
import lifestyle from './pictures/lifestyle.webp';
import marble from './pictures/marble.webp';
import original from './pictures/original.avif';
import shadow from './pictures/shadow.webp';
import studio from './pictures/studio.webp';
import transparent from './pictures/transparent.webp';
import white from './pictures/white.webp';

export const presetPictures = { original, transparent, white, shadow, studio, marble, lifestyle };
