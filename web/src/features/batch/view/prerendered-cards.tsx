import { BenchCard } from './bench-card.tsx';
import { FoldedCard } from './folded-card.tsx';

/**
 * The cards in the prerendered page. The build does not know the width of the window, so CSS selects the number of columns and the layout
 * of the cards. The sizes are the same as in card-list.tsx.
 */
export const PrerenderedCards = ({ ids }: { ids: readonly string[] }) => (
  <ul className="grid gap-2 pb-2 tablet:grid-cols-2 tablet:gap-4 tablet:pb-4 desktop:grid-cols-3 min-[102rem]:grid-cols-4">
    {ids.map((id) => (
      <li key={id} className="tablet:h-38">
        <div className="tablet:hidden">
          <FoldedCard cardId={id} />
        </div>
        <div className="h-full max-tablet:hidden">
          <BenchCard cardId={id} />
        </div>
      </li>
    ))}
  </ul>
);
