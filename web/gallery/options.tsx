/** Sample values that several stories use. */
import { Clapperboard, Clock3, Monitor, RectangleVertical, VolumeX } from 'lucide-react';
import { t } from './texts.ts';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const chips = [
  {
    label: t('batch.aspect_ratio'),
    icon: <RectangleVertical aria-hidden />,
    options: [
      { value: '9:16', label: '9:16 TikTok, Reels', short: '9:16' },
      { value: '1:1', label: '1:1 Shopify, Amazon', short: '1:1' },
      { value: '16:9', label: '16:9 YouTube', short: '16:9' },
    ],
  },
  { label: t('video.duration'), icon: <Clock3 aria-hidden />, options: options(['8s', '4s']) },
  { label: t('video.resolution'), icon: <Monitor aria-hidden />, options: options(['1080p', '720p']) },
  { label: t('video.audio'), icon: <VolumeX aria-hidden />, options: options([t('video.audio_off'), t('video.audio_on')]) },
];

export const models = {
  label: t('batch.model'),
  icon: <Clapperboard aria-hidden />,
  options: [
    { value: 'veo3', label: t('video.model_recommended', { name: 'Veo 3.1' }) },
    { value: 'veo3-fast', label: 'Veo 3.1 fast' },
  ],
};
