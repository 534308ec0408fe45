import { html, type Html } from '#desk/html.ts';
import { qrCode, QUIET_ZONE } from '#pdf/qr.ts';

export function codeOf(number: string, name: string): Html {
  const { size, runs } = qrCode(number);
  const all = size + 2 * QUIET_ZONE;
  const path = runs.map(({ x, y, length }) => `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${length}v1h-${length}z`);
  return html`<svg
    class="code"
    role="img"
    aria-label="${name}"
    viewBox="0 0 ${all} ${all}"
    shape-rendering="crispEdges"
  >
    <path d="${path.join('')}" />
  </svg>`;
}
