/** The names of colours that plans use; others are told as not understood. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ black: '#000000', white: '#ffffff', gray: '#808080', grey: '#808080', silver: '#c0c0c0' },
  ...{ red: '#ff0000', maroon: '#800000', orange: '#ffa500', gold: '#ffd700', yellow: '#ffff00' },
  ...{ green: '#008000', lime: '#00ff00', olive: '#808000', teal: '#008080', aqua: '#00ffff' },
  ...{ cyan: '#00ffff', blue: '#0000ff', navy: '#000080', purple: '#800080', violet: '#ee82ee' },
  ...{ fuchsia: '#ff00ff', magenta: '#ff00ff', pink: '#ffc0cb', brown: '#a52a2a', beige: '#f5f5dc' },
  ...{ lightgray: '#d3d3d3', lightgrey: '#d3d3d3', darkgray: '#a9a9a9', darkgrey: '#a9a9a9' },
  ...{ lightblue: '#add8e6', darkblue: '#00008b', lightgreen: '#90ee90', darkgreen: '#006400' },
  ...{ darkred: '#8b0000', tomato: '#ff6347', salmon: '#fa8072', tan: '#d2b48c', turquoise: '#40e0d0' },
};

/** A colour as style sheets write it, as `#rrggbb`; null where it is not understood. */
export function hexColour(text: string): string | null {
  const colour = text.trim().toLowerCase();
  const long = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(colour);
  if (long !== null) return `#${long[1] ?? ''}`;
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/.exec(colour);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const parts = /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/][^)]*)?\)$/.exec(colour);
  if (parts !== null) {
    const two = (part: string): string => Math.min(255, Number(part)).toString(16).padStart(2, '0');
    return `#${parts.slice(1).map(two).join('')}`;
  }
  return Object.hasOwn(NAMED, colour) ? (NAMED[colour] ?? null) : null;
}
