/** What each of these people is called in a list to choose from: by name, and namesakes by what tells them apart as well. */
export function namesAmong(people: readonly { listed: string; apart: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { listed } of people) counts.set(listed, (counts.get(listed) ?? 0) + 1);
  return people.map(({ listed, apart }) =>
    apart !== '' && (counts.get(listed) ?? 0) > 1 ? `${listed} · ${apart}` : listed,
  );
}
