/** Bytes of a message's pictures, in all: the message is on every device, and in each mail a third longer. */
export const MOST_PICTURES = 400_000;

/** How much the pictures in a text weigh; those that lie elsewhere weigh nothing. */
export function picturesWeight(html: string): number {
  let sum = 0;
  for (const [, data = ''] of html.matchAll(/src="data:image\/[a-z]+;base64,([^"]*)"/gi))
    sum += Math.floor((data.length * 3) / 4);
  return sum;
}
