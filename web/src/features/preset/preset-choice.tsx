import type { ReactNode } from 'react';

type Props = {
  /** Name of the group of radio buttons. */
  group: string;
  name: string;
  /** The picture of a sample product, or an icon. */
  picture: ReactNode;
  /** Classes of the background behind the picture. */
  backgroundClass?: string;
  isChosen: boolean;
  onChoose: () => void;
  onHover?: (isHovered: boolean) => void;
  disabled?: boolean;
  title?: string;
  /** A text below the name of a tile. It is hidden from screen readers, so the description must also contain it. */
  price?: ReactNode;
  /** Read by screen readers after the name. */
  description?: ReactNode;
  /** `tile` shows the name below the picture. `pill` shows it beside the picture. */
  look?: 'tile' | 'pill';
};

const looks = {
  tile: {
    label: 'block min-w-0 text-center text-sm/tight',
    picture:
      'mb-1 aspect-4/3 relative rounded-md ring-1 group-has-enabled:group-hover:ring-2 group-has-enabled:group-hover:ring-line-strong',
    // On phones, the tile is narrow, and a long word must fit.
    name: 'block wrap-anywhere max-tablet:text-xs',
  },
  pill: {
    label:
      'inline-flex items-center gap-2 border border-line bg-surface pe-2.5 text-sm has-enabled:hover:bg-sand has-checked:bg-accent-soft',
    picture: 'h-9 w-10 rounded-s-[0.3125rem] max-[96rem]:w-9 max-[84rem]:w-7.5 touch:h-10.5',
    name: 'whitespace-nowrap',
  },
};

/** A preset with a picture of its result. Presets of one group are radio buttons. */
export function PresetChoice(props: Props) {
  const {
    group,
    name,
    picture,
    backgroundClass = 'bg-wall ring-line',
    isChosen,
    onChoose,
    disabled = false,
    description,
    look = 'tile',
  } = props;
  const { onHover = () => undefined, title, price } = props;
  const { label, picture: pictureClass, name: nameClass } = looks[look];
  const descriptionId = `${group}-${name}`;
  return (
    <label
      title={title}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      className={`group relative rounded-md has-enabled:cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text has-disabled:opacity-60 ${label} ${look === 'pill' ? 'transition-colors has-checked:border-accent-text' : ''}`}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        disabled={disabled}
        aria-describedby={description === undefined ? undefined : descriptionId}
        onChange={onChoose}
        onFocus={() => onHover(true)}
        onBlur={() => onHover(false)}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none outline-none"
      />
      <span
        className={`pointer-events-none grid place-items-center overflow-hidden transition-shadow ${backgroundClass} ${pictureClass} ${look === 'tile' ? 'group-has-checked:ring-2 group-has-checked:ring-accent-text' : ''}`}
      >
        {typeof picture === 'string' ? (
          // The pictures of presets load after the layout, so that they do not delay the largest picture of the page.
          <img
            loading="lazy"
            src={picture}
            alt=""
            fetchPriority="low"
            className={`size-full object-cover ${look === 'tile' ? 'absolute inset-0' : 'scale-140'}`}
          />
        ) : (
          picture
        )}
      </span>
      <span className={`pointer-events-none font-semibold group-has-checked:text-accent-text ${nameClass}`}>{name}</span>
      {price !== undefined && (
        <span aria-hidden className="money pointer-events-none block text-xs/tight text-brass">
          {price}
        </span>
      )}
      {description !== undefined && (
        <span id={descriptionId} hidden>
          {description}
        </span>
      )}
    </label>
  );
}
