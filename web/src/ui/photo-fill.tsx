type Props = {
  /** URL of a small copy of the photo, because the browser needs a long time to blur a large picture. */
  src: string;
  /** `frame` fills the frame around a photo. `stage` is darker, because texts are shown on it. */
  tone?: 'frame' | 'stage';
  /** Whether AI paints the filled area. If true, the area has stripes. */
  isPainted?: boolean;
};

const tones = { frame: 'brightness-80 blur-xl', stage: 'brightness-50 blur-3xl' };

/** If a photo does not fill its frame, fills the rest of the frame with an enlarged, blurred and darkened copy of the photo. */
export const PhotoFill = ({ src, tone = 'frame', isPainted = false }: Props) => (
  <span aria-hidden className="absolute inset-0 -z-10 overflow-hidden rounded-[inherit] bg-media">
    {/* The picture is much larger than the frame, so that its blurred edges are outside the frame. */}
    <img src={src} alt="" decoding="async" className={`size-full scale-150 object-fill ${tones[tone]}`} />
    {tone === 'stage' && <span className="absolute inset-0 bg-media/60" />}
    {isPainted && <Hatch className="absolute inset-0" />}
  </span>
);

const hatches = {
  /** Few thin lines, so that the photo is more visible than the area around it. */
  frame: 'bg-[image:repeating-linear-gradient(-45deg,rgb(255_255_255/0.25)_0_1px,transparent_1px_12px)]',
  /** A small sample of the lines, in a text that explains them. */
  sample: 'bg-[image:repeating-linear-gradient(-45deg,rgb(255_255_255/0.65)_0_1px,transparent_1px_5px)]',
};

/** Marks an area with light stripes. */
export const Hatch = ({ look = 'frame', className }: { look?: keyof typeof hatches; className: string }) => (
  <span aria-hidden className={`${hatches[look]} ${className}`} />
);
