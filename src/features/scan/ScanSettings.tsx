import { IconRepeat, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Scan.module.css';

interface ScanSettingsProps {
  stay: boolean;
  sound: boolean;
  onStay: (stay: boolean) => void;
  onSound: (sound: boolean) => void;
}

/** Under the thumb: what happens after a guest was let in, and whether it is heard. */
export function ScanSettings({ stay, sound, onStay, onSound }: ScanSettingsProps) {
  const { t } = useTranslation();
  const Volume = sound ? IconVolume : IconVolumeOff;
  return (
    <div className={classes.settings} role="group" aria-label={t('scan.settings')}>
      <button
        type="button"
        role="switch"
        aria-checked={stay}
        aria-label={t('scan.stay')}
        aria-describedby="scan-stay-hint"
        className={classes.setting}
        onClick={() => onStay(!stay)}
      >
        <IconRepeat size={24} aria-hidden />
        <span>
          <b>{t('scan.stay')}</b>
          <small id="scan-stay-hint">{t('scan.stayHint')}</small>
        </span>
        <i aria-hidden />
      </button>
      <button
        type="button"
        role="switch"
        aria-checked={sound}
        aria-label={t('scan.sound')}
        className={classes.round}
        onClick={() => onSound(!sound)}
      >
        <Volume size={28} aria-hidden />
      </button>
    </div>
  );
}
