import type { Locator } from 'playwright-core'

/** Types into a combobox and chooses the first option of that name. */
export async function chooseOption(field: Locator, name: string): Promise<void> {
  await field.fill(name)
  await field.page().getByRole('listbox').getByRole('option', { name }).first().click()
}
