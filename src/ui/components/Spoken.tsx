import classes from './Spoken.module.css';

/**
 * Words that are heard and not seen, beside others that are `aria-hidden`: what a figure means, or what a control is called whose face
 * shows more, or the same in another order. An `aria-label` of that would have to contain all that is seen (WCAG 2.5.3).
 */
export const Spoken = ({ children }: { children: string }) => (
  <span className={classes.spoken}>{children}</span>
);
