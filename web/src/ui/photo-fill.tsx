type Props = {
  /** URL of a small copy of the photo, because the browser needs a long time to blur a large picture. */
  src: string;
  /** Whether AI paints the filled area. Then the area has stripes. */
  isPainted?: boolean;
};

/**
 * If a photo does not fill its frame, fills the rest of the frame with an enlarged and blurred copy of the photo. The copy is darker than the
 * photo, except in an area that AI paints, because the result has about the same brightness.
 */
export const PhotoFill = ({ src, isPainted = false }: Props) => (
  <span aria-hidden className="absolute inset-0 -z-10 overflow-hidden rounded-[inherit] bg-media">
    {/* The picture is much larger than the frame, so that its blurred edges are outside the frame. */}
    <img src={src} alt="" decoding="async" className={`size-full scale-150 object-fill blur-xl ${isPainted ? '' : 'brightness-80'}`} />
    {isPainted && <Hatch className="absolute inset-0" />}
  </span>
);

const hatches = {
  /**
   * Few thin lines, so that the photo is more visible than the area around it. Each light line has a dark line beside it, so that the lines
   * are visible on every photo.
   */
  frame: 'bg-[image:repeating-linear-gradient(-45deg,rgb(255_255_255/0.35)_0_1px,rgb(0_0_0/0.12)_1px_2px,transparent_2px_12px)]',
  /** A small sample of the lines, in a text that explains them. */
  sample: 'bg-[image:repeating-linear-gradient(-45deg,rgb(255_255_255/0.65)_0_1px,transparent_1px_5px)]',
};

/** Marks an area with light stripes. */
export const Hatch = ({ look = 'frame', className }: { look?: keyof typeof hatches; className: string }) => (
  <span aria-hidden className={`${hatches[look]} ${className}`} />
);
