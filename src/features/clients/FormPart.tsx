import type { ReactNode } from 'react';
import classes from './ClientForm.module.css';

/** A block of a form: its name and a hint beside its fields. */
export function FormPart({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <div>
        <h2>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
