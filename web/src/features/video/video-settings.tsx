import { Volume2, VolumeX } from 'lucide-react';

import type { VideoModelId } from '#shared/catalogue.ts';
import type { SettingsProps } from '#web/features/batch/view/bench-context.tsx';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Settings } from './cards.ts';
import { useSettingFields } from './settings-fields.tsx';

/** The four settings of a video, as chips or as labelled fields. */
export function VideoSettings({ settings, model, photo, disabled, look, hasChevron = false, onChange }: SettingsProps) {
  const modelId = model as VideoModelId;
  const videoSettings = settings as Settings;
  const fields = useSettingFields(videoSettings, modelId);
  const ratioProps = {
    value: settings.aspectRatio,
    model: modelId,
    photo,
    disabled,
    onChange: (aspectRatio: string) => onChange({ aspectRatio }),
  };
  const audioIcon = videoSettings.generateAudio ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />;
  return (
    <>
      <RatioField {...ratioProps} look={look} {...(look === 'chip' && { hasChevron })} />
      {fields.map(({ field, label, value, options, toSettings }) => {
        const commonProps = { label, value, options, disabled, onChange: (next: string) => onChange(toSettings(next)) };
        return look === 'chip' ? (
          // Duration and resolution are clear without an icon.
          <Chip key={field} {...commonProps} hasChevron={hasChevron} icon={field === 'generateAudio' ? audioIcon : undefined} />
        ) : (
          <Select key={field} {...commonProps} />
        );
      })}
    </>
  );
}
