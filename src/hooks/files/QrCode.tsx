import { useMemo } from 'react';
import { qrCode, QUIET_ZONE } from '#pdf/qr.ts';

interface QrCodeProps {
  text: string;
  /** What it says, for those who do not see it. */
  label: string;
  className: string;
}

/** A QR code as one path, black on the white that readers need around it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size: modules, runs } = qrCode(text);
    return {
      size: modules + 2 * QUIET_ZONE,
      path: runs
        .map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`)
        .join(''),
    };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
