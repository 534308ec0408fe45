import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppData } from '#hooks/data/appData.tsx';
import classes from './Checkin.module.css';

/** What this device is called beside its check-ins: 'North door' says more than the name of a browser. */
export function DeviceName() {
  const { t } = useTranslation();
  const { device, renameDevice } = useAppData();
  const [name, setName] = useState(device.name);
  const [saved, setSaved] = useState(false);
  const input = useId();
  return (
    <form
      className={classes.deviceName}
      onSubmit={(submit) => {
        submit.preventDefault();
        renameDevice(name);
        setName(device.name);
        setSaved(true);
      }}
    >
      <label htmlFor={input}>{t('checkin.deviceName')}</label>
      <input
        id={input}
        value={name}
        maxLength={100}
        autoComplete="off"
        onChange={(change) => {
          setName(change.currentTarget.value);
          setSaved(false);
        }}
      />
      <button type="submit">{t('checkin.deviceNameSave')}</button>
      {/* On a phone the numbers scroll, and end above it. */}
      <span role="status" ref={(status) => void (saved && status?.scrollIntoView({ block: 'nearest' }))}>
        {saved && t('checkin.deviceNameSaved')}
      </span>
    </form>
  );
}
