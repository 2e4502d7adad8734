import { useTranslation } from 'react-i18next';
import { type AnimationStyle, animationStyles, type StyleId, stylesShownMax } from '#shared/video/styles.ts';

type Props = {
  chosen: StyleId | undefined;
  onChoose: (styleId: StyleId) => void;
  label: string;
  /** Whether the label is the heading of a part of the page. */
  isHeading?: boolean;
  /** In a list, the description of each style is beside its picture. */
  isList?: boolean;
};

const layouts = {
  strip: '-m-1.5 flex snap-x gap-2.5 overflow-x-auto p-1.5 scrollbar-none',
  list: '-mx-2 grid gap-1',
};

/** The sample styles as radio buttons. The arrow keys choose the next style, and the browser scrolls to this style. */
export function StyleStrip({ chosen, onChoose, label, isHeading = false, isList = false }: Props) {
  const Style = isList ? StyleRow : StyleTile;
  return (
    <fieldset className="min-w-0 px-4 pb-4 @min-[35rem]:px-5 @min-[35rem]:pb-5 low:pb-3">
      {isHeading ? (
        <legend className="mb-3 low:mb-1.5">
          <h2 className="text-2xl font-semibold low:text-xl">{label}</h2>
        </legend>
      ) : (
        <legend className="mb-2 text-sm text-muted low:sr-only">{label}</legend>
      )}
      <div className={layouts[isList ? 'list' : 'strip']}>
        {animationStyles.slice(0, stylesShownMax).map((style) => (
          <Style key={style.id} style={style} isChosen={style.id === chosen} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}

type StyleProps = { style: AnimationStyle; isChosen: boolean; onChoose: Props['onChoose'] };

function StyleTile({ style, isChosen, onChoose }: StyleProps) {
  const { t } = useTranslation();
  return (
    <label title={t(style.nameKey)} className="group relative max-w-24 min-w-17 flex-1 cursor-pointer snap-start">
      <input type="radio" name="animation-style" checked={isChosen} onChange={() => onChoose(style.id)} className="peer sr-only" />
      <img
        src={style.thumbnail}
        alt=""
        width={270}
        height={480}
        loading="lazy"
        className="pane aspect-9/16 w-full bg-sand object-cover ring-accent-text ring-offset-2 ring-offset-surface transition-opacity group-hover:opacity-85 peer-checked:ring-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-accent-text lg:[@media(54rem<=height<60rem)]:aspect-3/4 low:aspect-4/3"
      />
      <span className="mt-1.5 block text-center text-xs/tight wrap-break-word text-muted peer-checked:font-semibold peer-checked:text-ink">
        {t(style.nameKey)}
      </span>
    </label>
  );
}

function StyleRow({ style, isChosen, onChoose }: StyleProps) {
  const { t } = useTranslation();
  return (
    <label className="relative flex cursor-pointer items-center gap-3 rounded-md px-2 py-1 transition-colors hover:bg-sand/60 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text low:py-0">
      <input type="radio" name="animation-style" checked={isChosen} onChange={() => onChoose(style.id)} className="peer sr-only" />
      <img
        src={style.thumbnail}
        alt=""
        width={270}
        height={480}
        loading="lazy"
        className="pane aspect-4/5 w-12 shrink-0 bg-sand object-cover low:aspect-square"
      />
      <span className="min-w-0">
        <span className={`block font-semibold low:text-sm ${isChosen ? 'text-accent-text' : ''}`}>{t(style.nameKey)}</span>
        <span className="block text-sm/snug text-pretty text-muted low:text-xs">{t(style.descriptionKey)}</span>
      </span>
    </label>
  );
}
