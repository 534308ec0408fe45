import classes from './Door.module.css';

/** What tells a guest from others, the number last: that one is not broken at its hyphens. */
export function AboutLine({ text }: { text: string }) {
  const at = text.lastIndexOf(' ') + 1;
  return (
    <>
      {text.slice(0, at)}
      <span className={classes.whole}>{text.slice(at)}</span>
    </>
  );
}
