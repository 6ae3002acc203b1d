export function writeSite(
  root: string,
  target: string,
  references?: Readonly<Record<string, string>>,
): { pages: number; entries: number }
