import { useTranslation } from 'react-i18next';
import { type AnimationStyle, animationStyles, type StyleId, stylesShownMax } from '#shared/video/styles.ts';

type Props = {
  chosen: StyleId | undefined;
  onChoose: (styleId: StyleId) => void;
  label: string;
};

/** The sample styles as radio buttons. The arrow keys choose the next style, and the browser scrolls to this style. */
export function StyleStrip({ chosen, onChoose, label }: Props) {
  return (
    <fieldset className="min-w-0 px-4 pb-4 @min-[35rem]:px-5 @min-[35rem]:pb-5">
      <legend className="mb-2 text-sm text-muted">{label}</legend>
      <div className="-m-1.5 flex snap-x gap-2.5 overflow-x-auto p-1.5 scrollbar-none">
        {animationStyles.slice(0, stylesShownMax).map((style) => (
          <StyleTile key={style.id} style={style} isChosen={style.id === chosen} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}

type TileProps = { style: AnimationStyle; isChosen: boolean; onChoose: Props['onChoose'] };

function StyleTile({ style, isChosen, onChoose }: TileProps) {
  const { t } = useTranslation();
  return (
    <label title={t(style.nameKey)} className="group relative w-17 shrink-0 cursor-pointer snap-start">
      <input type="radio" name="animation-style" checked={isChosen} onChange={() => onChoose(style.id)} className="peer sr-only" />
      <img
        src={style.thumbnail}
        alt=""
        width={270}
        height={480}
        loading="lazy"
        className="pane aspect-9/16 w-full bg-sand object-cover ring-accent-text ring-offset-2 ring-offset-surface transition-opacity group-hover:opacity-85 peer-checked:ring-2 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-accent-text"
      />
      <span className="mt-1.5 line-clamp-2 text-center text-xs/tight wrap-break-word text-muted peer-checked:font-semibold peer-checked:text-ink">
        {t(style.nameKey)}
      </span>
    </label>
  );
}
