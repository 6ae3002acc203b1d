import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'

import Menu from './Menu.svelte'

it('a menu opens by keyboard, runs the selected command, and closes on Escape', async () => {
  const onchoose = vi.fn()
  render(Menu, { label: 'More', items: [{ label: 'Import', onchoose }] })
  const button = screen.getByRole('button', { name: 'More' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(screen.queryByRole('menu')).toBeNull()
  button.focus()
  await fireEvent.keyDown(button, { key: 'ArrowDown' })
  const item = await screen.findByRole('menuitem', { name: 'Import' })
  await fireEvent.keyDown(item, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await fireEvent.keyDown(button, { key: 'Enter' })
  await fireEvent.click(await screen.findByRole('menuitem', { name: 'Import' }))
  expect(onchoose).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('an item that cannot be chosen now says why', async () => {
  const onchoose = vi.fn()
  render(Menu, { label: 'More', items: [{ label: 'Promote', onchoose, why: 'There is one instance.' }] })
  await fireEvent.keyDown(screen.getByRole('button', { name: 'More' }), { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name: 'Promote' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await fireEvent.click(item)
  expect(onchoose).not.toHaveBeenCalled()
  const reason = document.getElementById(item.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('There is one instance.')
})
