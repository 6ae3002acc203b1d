import type { Page } from 'playwright-core'

const SECTION_OF: Readonly<Record<string, 'Configure' | 'Insights' | 'Admin'>> = {
  Segments: 'Configure',
  'Context fields': 'Configure',
  Strategies: 'Configure',
  'Event log': 'Insights',
  Users: 'Admin',
  Groups: 'Admin',
  Roles: 'Admin',
  Access: 'Admin',
}

/** Opens a page by its entry of the sidebar, and its section before where that is folded. */
export async function openBySidebar(page: Page, name: string): Promise<void> {
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const section = SECTION_OF[name]
  if (section !== undefined) {
    const folder = sidebar.getByRole('button', { name: section })
    if ((await folder.getAttribute('aria-expanded')) !== 'true') await folder.click()
  }
  await sidebar.getByRole('link', { name, exact: true }).click()
}
