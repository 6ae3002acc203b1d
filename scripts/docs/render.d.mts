/** Address of a page of the site, for its Markdown file relative to docs/. */
export function addressOf(file: string): string
export function renderPage(
  file: string,
  text: string,
  has: (file: string) => boolean,
): { body: string; title: string }
