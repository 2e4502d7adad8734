import { Clapperboard, ImagePlus, Wand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { handImage } from '#web/lib/handed-images.ts';
import { Button } from '#web/ui/button.tsx';
import type { ReviewItem } from './review-item.ts';

/** Uses a delivered image as the photo of further work. The file stays on the server. */
export function ChainActions({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { resultKey, name: title, src } = item;
  if (resultKey === undefined) return null;
  const ways = [
    { path: paths.batchVideo, label: t('review.make_video'), Icon: Clapperboard },
    { path: paths.photoEdit, label: t('review.edit'), Icon: Wand },
    { path: paths.batchImage, label: t('review.use_as_input'), Icon: ImagePlus },
  ];
  const use = (path: string) => {
    handImage(path, { resultKey, title, src });
    onClose();
    void navigate(path);
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {ways.map(({ path, label, Icon }) => (
        <Button key={path} kind="quiet" size="small" onClick={() => use(path)} className="border border-line">
          <Icon aria-hidden className="size-4" />
          {label}
        </Button>
      ))}
    </div>
  );
}
