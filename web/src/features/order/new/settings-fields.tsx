import { useTranslation } from 'react-i18next';
import { type Resolution, videoModel } from '#shared/catalogue.ts';
import type { OrderSettings } from '#shared/order/items.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { modelsOf, ratiosOf, settingsOfKind, withModel } from './settings.ts';

type Props = { settings: OrderSettings; onChange: (settings: OrderSettings) => void };

const optionOf = (value: string) => ({ value, label: value });

/** The settings that all items of an order share. */
export function SettingsFields({ settings, onChange }: Props) {
  const { t } = useTranslation();
  const specs = settings.kind === 'video' ? videoModel(settings.model)?.specs : undefined;
  return (
    <>
      <Segmented
        label={t('order.new.title')}
        value={settings.kind}
        options={[
          { value: 'video', label: t('pricing.video_title') },
          { value: 'image', label: t('pricing.image_title') },
        ]}
        onChange={(kind) => onChange(settingsOfKind(kind))}
        className="justify-self-start"
      />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Select
          label={t('batch.model')}
          value={settings.model}
          options={modelsOf(settings).map(({ id, displayName }) => ({ value: id, label: displayName }))}
          onChange={(model) => onChange(withModel(settings, model))}
        />
        <Select
          label={t('batch.aspect_ratio')}
          value={settings.aspectRatio}
          options={ratiosOf(settings).map(optionOf)}
          onChange={(aspectRatio) => onChange({ ...settings, aspectRatio })}
        />
        {settings.kind === 'video' && specs && (
          <>
            <Select
              label={t('video.resolution')}
              value={settings.resolution}
              options={specs.supportedResolutions.map(optionOf)}
              onChange={(resolution) => onChange({ ...settings, resolution: resolution as Resolution })}
            />
            <Select
              label={t('video.audio')}
              value={settings.generateAudio ? 'on' : 'off'}
              options={[
                { value: 'off', label: t('video.audio_off') },
                { value: 'on', label: t('video.audio_on') },
              ]}
              onChange={(audio) => onChange({ ...settings, generateAudio: audio === 'on' })}
            />
          </>
        )}
      </div>
    </>
  );
}
