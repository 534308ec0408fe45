/**
 * Ends what is not done by then. It then fails as what was silent for too long does: whoever says a letter now and then is
 * never silent, and could be waited for without an end.
 */
export async function within<T>(ms: number, work: Promise<T>, end: () => void): Promise<T> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    late = setTimeout(() => {
      reject(Object.assign(new Error('it took too long'), { code: 'ETIMEDOUT' }));
      end();
    }, ms);
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(late);
  }
}
