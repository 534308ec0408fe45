import classes from './Splash.module.css';

/** Before the first screen is there. */
export function Splash() {
  return (
    <div className={classes.splash}>
      <img src="/icon.svg" alt="" width={56} height={56} />
    </div>
  );
}
