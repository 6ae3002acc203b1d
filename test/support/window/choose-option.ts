import type { Locator, Page } from 'playwright-core'

/** Types into a combobox and chooses the first option of that name. */
export async function chooseOption(field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await field.page().getByRole('listbox').getByRole('option', { name }).first().click()
}

/** Sets a filter of a list: opens the filters, chooses one, and then its value. */
export async function chooseFilter(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await field('Filter by').fill(filter)
  // exactly: until the tags are there "Lifecycle stage" is the first to contain "tag"
  await page.getByRole('listbox').getByRole('option', { name: filter, exact: true }).click()
  await chooseOption(field(filter), value)
}
