export function renderPage(
  file: string,
  text: string,
  has: (file: string) => boolean,
): { body: string; title: string }
