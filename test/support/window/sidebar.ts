import type { Page } from 'playwright-core'

/** Pages that are tabs of an entry, or pages of the settings. */
const ENTRY_OF: Readonly<Record<string, string>> = {
  'Event log': 'Activity',
  Groups: 'Access',
  'Project roles': 'Access',
  'Root roles': 'Access',
  Users: 'Access',
  'Who can': 'Access',
  Strategies: 'Settings',
}

/** Opens a page as one does: by its entry of the sidebar, then by its tab or its line in the settings. */
export async function openBySidebar(page: Page, name: string): Promise<void> {
  const entry = ENTRY_OF[name] ?? name
  const link = (navigation: string, label: string) =>
    page.getByRole('navigation', { name: navigation }).getByRole('link', { name: label, exact: true })
  await link('Main', entry).click()
  if (entry !== name) await link(entry, name).click()
}
