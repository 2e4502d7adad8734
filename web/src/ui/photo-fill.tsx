type Props = {
  /** Address of a small copy of the photo. A blur of a large picture takes long to paint. */
  src: string;
  /** `frame` fills a frame around its photo. `stage` is darker, because texts are on it. */
  tone?: 'frame' | 'stage';
  /** Whether AI paints the filled area. Stripes then mark it. */
  isPainted?: boolean;
};

const tones = { frame: 'brightness-80 blur-xl', stage: 'brightness-50 blur-3xl' };

/** Fills a frame that its photo does not fill: with the photo itself, enlarged, blurred and darkened. */
export const PhotoFill = ({ src, tone = 'frame', isPainted = false }: Props) => (
  <span aria-hidden className="absolute inset-0 -z-10 overflow-hidden rounded-[inherit] bg-media">
    {/* The picture is much larger than the frame, so that its blurred edges are outside the frame. */}
    <img src={src} alt="" decoding="async" className={`size-full scale-150 object-fill ${tones[tone]}`} />
    {tone === 'stage' && <span className="absolute inset-0 bg-media/60" />}
    {/* A light veil separates the added area from the photo, also if both are dark. */}
    {isPainted && <Hatch className="absolute inset-0 bg-[#fff]/45" />}
  </span>
);

/** Marks an area with light stripes, which are visible on every photo. */
export const Hatch = ({ className }: { className: string }) => (
  <span
    aria-hidden
    className={`bg-[image:repeating-linear-gradient(-45deg,rgb(255_255_255/0.65)_0_1px,transparent_1px_8px)] ${className}`}
  />
);
