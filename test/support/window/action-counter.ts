import type { Locator, Page } from 'playwright-core'

/** Waits until the focus is where it was to go: a dialog takes it, and a field that has just appeared gets it a frame later. */
async function focusSettled(field: Element): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const dialog = field.closest('[role=dialog]')
  while (dialog && !dialog.contains(document.activeElement)) await frame()
  for (let frames = 0; frames < 3; frames += 1) await frame()
}

/** Counts a user's actions: each click, each key that acts, and each field that is filled. */
export class ActionCounter {
  clicks = 0
  typed = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator): Promise<void> {
    this.clicks += 1
    await target.click()
  }

  /** A key that does something by itself, such as Enter in a form. */
  async press(key: string): Promise<void> {
    this.clicks += 1
    await this.page.keyboard.press(key)
  }

  /** Goes to a field that has not got the focus yet by a click, and types. */
  async type(field: Locator, text: string): Promise<void> {
    this.typed += 1
    await field.waitFor()
    await field.evaluate(focusSettled)
    const isFocused = await field.evaluate((one) => one === document.activeElement)
    if (!isFocused) {
      this.clicks += 1
      await field.click()
    }
    await field.fill(text)
  }

  /** Opens a list and chooses one of its options. */
  async choose(list: Locator, label: string): Promise<void> {
    this.clicks += 2
    await list.selectOption({ label })
  }

  /** Types a part of a name into a combobox, and takes the first option with Enter. */
  async pick(field: Locator, name: string): Promise<void> {
    await this.type(field, name)
    await this.page.getByRole('listbox').getByRole('option', { name }).first().waitFor()
    await this.press('Enter')
  }
}
