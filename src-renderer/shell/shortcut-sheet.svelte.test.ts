import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'

import { listKeys } from '#ui/list-keys.ts'
import { beginsJump, isOwn, pageOfKeys, refusalOfKeys, resetAllKeys } from './own-shortcuts.svelte.ts'
import ShortcutSheet from './ShortcutSheet.svelte'

afterEach(resetAllKeys)

const button = (name: string) => screen.findByRole('button', { name })
/** Opens the sheet and begins to change the shortcut of this name. */
async function change(name: string) {
  render(ShortcutSheet, { open: true })
  await fireEvent.click(await button(`Change the keys of ${name}`))
}
const press = async (...keys: string[]) => {
  for (const key of keys) await fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
const told = () => screen.getByRole('status').textContent.trim()
const stored = () => JSON.parse(localStorage.getItem('halyard.shortcuts') ?? '{}') as unknown

describe('the sheet of shortcuts', () => {
  it('takes two keys for a page, keeps them for this window, and gives back the default', async () => {
    await change('Flags: g f')
    expect(told()).toBe('Press two keys, one after another.')
    await press('Shift', 'q', 'f')
    expect(screen.queryByRole('status')).toBeNull()
    expect([pageOfKeys('q f'), pageOfKeys('g f'), beginsJump('q')]).toEqual(['/features', undefined, true])
    expect(stored()).toEqual({ '/features': 'q f' })
    await button('Change the keys of Flags: q f')
    await fireEvent.click(await button('Reset the keys of Flags'))
    await button('Change the keys of Flags: g f')
    expect([pageOfKeys('g f'), beginsJump('q'), stored()]).toEqual(['/features', false, {}])
  })

  it('takes one key for an act in lists', async () => {
    await change('Next row: j')
    expect(told()).toBe('Press a key.')
    await press('n')
    expect(listKeys.next).toBe('n')
    await fireEvent.click(await button('Reset all shortcuts'))
    expect(listKeys.next).toBe('j')
    expect(screen.queryByRole('button', { name: 'Reset all shortcuts' })).toBeNull()
  })

  it('refuses keys of another shortcut, says which, and takes others', async () => {
    await change('Flags: g f')
    await press('g', 'p')
    expect(told()).toBe('“g p” goes to Projects already.')
    await press('x', 'f')
    expect(told()).toBe("A jump can't begin with “x”: it is the key of “Select the row”.")
    expect(isOwn('/features')).toBe(false)
    await press('g', '1')
    expect([screen.queryByRole('status'), pageOfKeys('g 1')]).toEqual([null, '/features'])
  })

  it('leaves the keys on Escape, and stays open', async () => {
    await change('Flags: g f')
    await press('q', 'Escape')
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Keyboard' })).toBeTruthy()
    expect(isOwn('/features')).toBe(false)
  })

  it('gives no default back that another shortcut has now', async () => {
    await change('Flags: g f')
    await press('q', 'f')
    await fireEvent.click(await button('Change the keys of Projects: g p'))
    await press('g', 'f')
    await fireEvent.click(await button('Reset the keys of Flags'))
    expect(told()).toBe('“g f” goes to Projects already.')
    expect([pageOfKeys('q f'), pageOfKeys('g f')]).toEqual(['/features', '/projects'])
  })
})

describe('a key of an act', () => {
  it('is no key of another act, and begins no jump', () => {
    expect(refusalOfKeys('list-next', 'k')).toBe('“k” is the key of “Previous row” already.')
    expect(refusalOfKeys('list-next', 'g')).toBe('“g” begins jumps, such as “g h” to Home.')
    expect(refusalOfKeys('list-next', 'j')).toBeUndefined()
    expect(refusalOfKeys('sheet', 'h')).toBeUndefined()
  })
})
