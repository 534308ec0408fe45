import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SESSION_STATUSES, type SessionStatus } from '#domain/config.ts';

interface StatusSelectProps {
  value: SessionStatus;
  /** Says which session it is about. */
  label: string;
  /** It is being saved: it takes no other one then, and keeps the focus. */
  busy: boolean;
  onChange: (status: SessionStatus) => void;
}

/** The dropdown of a session's status. */
export function StatusSelect({ value, label, busy, onChange }: StatusSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      size="xs"
      w={160}
      maw="100%"
      readOnly={busy}
      value={value}
      data={SESSION_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
      onChange={(next) => {
        if (next !== null && next !== value) onChange(next);
      }}
      comboboxProps={{ width: 160, position: 'bottom-end' }}
    />
  );
}
