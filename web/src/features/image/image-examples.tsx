import { useTranslation } from 'react-i18next';
import { presetPictures } from '#web/features/preset/preset-pictures.ts';

const presets = ['white', 'marble', 'lifestyle'] as const;

/** A photo of a sample product, and images that the tool can make from this photo. */
export function ImageExamples() {
  const { t } = useTranslation();
  const pictures = [
    { name: t('bench.column.photo'), src: presetPictures.original },
    ...presets.map((preset) => ({ name: t(`photo_edit.preset.${preset}.name`), src: presetPictures[preset] })),
  ];
  return (
    <figure>
      <figcaption className="mb-2 text-center font-semibold">{t('image.examples')}</figcaption>
      <ul className="grid grid-cols-4 gap-2.5">
        {pictures.map(({ name, src }) => (
          <li key={name} className="min-w-0 text-center text-xs wrap-anywhere text-muted">
            <img
              src={src}
              alt=""
              width={480}
              height={480}
              loading="lazy"
              fetchPriority="low"
              className="mb-1 aspect-square w-full rounded-md shadow-card"
            />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
