import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import classes from './Profile.module.css';

export interface FormStatus {
  tone: 'good' | 'bad';
  text: string;
}

/** Each form's own line: how its last try went (specification 2 §2, Profile). */
export function StatusLine({ status }: { status: FormStatus | null }) {
  return (
    <div role="status" className={classes.status} data-tone={status?.tone}>
      {status !== null && (
        <>
          {status.tone === 'good' ? (
            <IconCircleCheck size={18} aria-hidden />
          ) : (
            <IconAlertCircle size={18} aria-hidden />
          )}
          {status.text}
        </>
      )}
    </div>
  );
}
