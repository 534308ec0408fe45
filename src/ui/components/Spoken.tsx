import classes from './Spoken.module.css';

/**
 * What a control is called by those who hear it, or speak to it, where its face shows more, or the same in another order. What
 * else stands in it is `aria-hidden`. An `aria-label` would have to contain all that is seen (WCAG 2.5.3).
 */
export const Spoken = ({ children }: { children: string }) => (
  <span className={classes.spoken}>{children}</span>
);
