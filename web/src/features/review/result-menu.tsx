import { Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { useFurtherWork } from './further-work.tsx';
import type { ReviewItem } from './review-item.ts';
import { useShare } from './use-share.ts';

export type MenuResult = Pick<ReviewItem, 'key' | 'name' | 'src' | 'downloadUrl' | 'fileName' | 'resultKey'>;

type Props = {
  result: MenuResult;
  className?: string;
  /** Additional actions for the result. */
  others?: readonly MenuItem[];
  /** Actions that change the card of the result. They are at the end of the menu, after a line. */
  cardActions?: readonly MenuItem[];
};

/** The menu of a delivered result: share the result, or use an image as the photo for another tool. Hidden if it has no actions. */
export function ResultMenu({ result, className, others = [], cardActions = [] }: Props) {
  const { t } = useTranslation();
  const tools = useFurtherWork(result);
  const { isPossible, share } = useShare(result);
  const items: (MenuItem | 'separator')[] = tools.map(({ label, icon, start }) => ({ label, icon, onSelect: start }));
  if (isPossible) items.push({ label: t('review.share'), icon: <Share2 aria-hidden />, onSelect: share });
  items.push(...others);
  if (items.length > 0 && cardActions.length > 0) items.push('separator');
  items.push(...cardActions);
  if (items.length === 0) return null;
  return <Menu label={t('bench.card_menu', { card: result.name })} items={items} {...(className && { className })} />;
}
