/**
 * True on phones and tablets (specification 2 §2: the scan button is for them). Tablets of Apple call themselves a
 * Macintosh, but no Macintosh has a touch screen.
 */
export function isMobileDevice(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const { userAgentData } = navigator as Navigator & { userAgentData?: { mobile: boolean } };
  if (userAgentData?.mobile === true) return true;
  return (
    /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  );
}
