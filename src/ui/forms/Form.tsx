import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft.ts';
import classes from './Form.module.css';

interface FormPartProps {
  title: string;
  hint?: string;
  /** More room between the fields, where they are groups of their own. */
  roomy?: boolean;
  children: ReactNode;
}

/** A block of a form: its name and a hint beside its fields. */
export function FormPart({ title, hint, roomy, children }: FormPartProps) {
  return (
    <section className={classes.part}>
      <div>
        <h2>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <div className={classes.fields} data-roomy={roomy || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Fields side by side, as many as there is room for. */
export function FormRow({ least, children }: { least?: number; children: ReactNode }) {
  const style = least === undefined ? undefined : ({ '--least': `${least}px` } as CSSProperties);
  return (
    <div className={classes.row} style={style}>
      {children}
    </div>
  );
}

/** The end of a form: what is wrong, read out when it appears, and the buttons. */
export function FormFoot({ message, children }: { message: string | null; children: ReactNode }) {
  return (
    <div className={classes.foot} data-foot>
      <div role="alert" className={classes.failure}>
        {message}
      </div>
      {children}
    </div>
  );
}

/** Says that what is shown was typed at an earlier visit, and that what is typed now is not kept for a later one. */
export function DraftNotice({ draft }: { draft: Pick<Draft<unknown>, 'restored' | 'unkept' | 'discard'> }) {
  const { t } = useTranslation();
  if (draft.unkept) {
    return (
      <Alert icon={<IconAlertTriangle aria-hidden />} color="amber" role="status" mb="lg">
        {t('form.draftUnkept')}
      </Alert>
    );
  }
  if (!draft.restored) return null;
  return (
    <Alert icon={<IconHistory aria-hidden />} color="ink" role="status" mb="lg">
      {t('form.draftRestored')}{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={draft.discard}>
        {t('form.draftDiscard')}
      </Anchor>
    </Alert>
  );
}
