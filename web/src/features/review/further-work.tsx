import { Clapperboard, ImagePlus, Wand } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { passImage } from '#web/lib/passed-images.ts';
import { useNavigate } from '#web/lib/router.tsx';
import type { ReviewItem } from './review-item.ts';

export type FurtherWork = { path: string; label: string; icon: ReactNode; start: () => void };

/** Returns the tools that can use a delivered image as their photo. The browser need not download the file for this. */
export function useFurtherWork({ resultKey, name: title, src }: Pick<ReviewItem, 'resultKey' | 'name' | 'src'>): FurtherWork[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (resultKey === undefined) return [];
  const tools = [
    { path: paths.batchVideo, label: t('review.make_video'), icon: <Clapperboard aria-hidden className="size-4" /> },
    { path: paths.photoEdit, label: t('review.edit'), icon: <Wand aria-hidden className="size-4" /> },
    { path: paths.batchImage, label: t('review.use_as_input'), icon: <ImagePlus aria-hidden className="size-4" /> },
  ];
  return tools.map((tool) => ({
    ...tool,
    start: () => {
      passImage(tool.path, { resultKey, title, src });
      navigate(tool.path);
    },
  }));
}
