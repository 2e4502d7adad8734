import { useTranslation } from 'react-i18next';
import { type Resolution, type VideoModelId, videoModel } from '#shared/catalogue.ts';
import type { Option } from '#web/ui/select.tsx';
import type { Settings } from './cards.ts';

/** One of the three dropdowns in a card or in the bulk settings. The ratio has a separate control. */
export type SettingField = {
  field: 'durationSeconds' | 'resolution' | 'generateAudio';
  label: string;
  value: string;
  options: Option[];
  toSettings: (value: string) => Partial<Settings>;
};

export function useSettingFields(settings: Settings, modelId: VideoModelId): SettingField[] {
  const { t } = useTranslation();
  const specs = videoModel(modelId)?.specs;
  if (!specs) return [];
  const optionOf = (value: string): Option => ({ value, label: value });
  return [
    {
      field: 'durationSeconds',
      label: t('video.duration'),
      value: String(settings.durationSeconds),
      options: [{ value: String(specs.durationSeconds), label: t('video.seconds', { seconds: specs.durationSeconds }) }],
      toSettings: () => ({ durationSeconds: specs.durationSeconds }),
    },
    {
      field: 'resolution',
      label: t('video.resolution'),
      value: settings.resolution,
      options: specs.supportedResolutions.map(optionOf),
      toSettings: (resolution) => ({ resolution: resolution as Resolution }),
    },
    {
      field: 'generateAudio',
      label: t('video.audio'),
      value: settings.generateAudio ? 'on' : 'off',
      options: [
        { value: 'off', label: t('video.audio_off') },
        ...(specs.supportsAudio ? [{ value: 'on', label: t('video.audio_on') }] : []),
      ],
      toSettings: (audio) => ({ generateAudio: audio === 'on' }),
    },
  ];
}
