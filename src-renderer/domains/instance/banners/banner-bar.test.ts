import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'

import type { Banner } from '#shared/instance/schemas/banner.ts'
import BannerBar from './BannerBar.svelte'
import { bodyOf, formOf } from './banner-form.ts'
import { bannerName, dismissalOf } from './banner-words.ts'

const BANNER: Banner = {
  id: 7,
  message: 'Down **tonight**',
  enabled: true,
  variant: 'warning',
  sticky: false,
  icon: null,
  link: null,
  linkText: null,
  dialogTitle: null,
  dialog: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const show = (changed: Partial<Banner>, ondismiss = vi.fn()) => {
  const { container } = render(BannerBar, { banner: { ...BANNER, ...changed }, ondismiss })
  return { container, ondismiss }
}

describe('a banner', () => {
  it('shows HTML as text', () => {
    const { container } = show({ message: '<img src=x onerror=alert(1)> <b>bold</b>' })
    expect(container.querySelector('img, b')).toBeNull()
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>')
  })

  it.each([
    ['/projects/default', '#/projects/default', null],
    ['https://example.com/', 'https://example.com/', 'noopener noreferrer'],
  ])('links to %s', (link, href, rel) => {
    show({ link, linkText: 'Go' })
    const shown = screen.getByRole('link', { name: 'Go' })
    expect(shown.getAttribute('href')).toBe(href)
    expect(shown.getAttribute('rel')).toBe(rel)
    expect(shown.getAttribute('target')).toBe(rel && '_blank')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'file:///etc/passwd'])(
    'does not link to %s, in its link or in its message',
    (link) => {
      const { container } = show({ message: `[here](${link})`, link, linkText: 'Go' })
      expect(container.querySelector('a')).toBeNull()
      expect(container.textContent).toContain('here')
    },
  )

  it('opens its dialog', async () => {
    show({ link: 'dialog', linkText: 'Notes', dialogTitle: 'Release', dialog: '- one\n- two' })
    await fireEvent.click(screen.getByRole('button', { name: 'Notes' }))
    expect(screen.getByRole('dialog', { name: 'Release' }).querySelectorAll('li')).toHaveLength(2)
  })

  it('can be dismissed, unless it is sticky', async () => {
    const { ondismiss } = show({})
    await fireEvent.click(screen.getByRole('button', { name: 'Dismiss banner Down tonight' }))
    expect(ondismiss).toHaveBeenCalledOnce()
  })

  it('that is sticky cannot be dismissed', () => {
    show({ sticky: true })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('has an icon, unless it is set to none', () => {
    expect(show({}).container.querySelectorAll('.icon')).toHaveLength(1)
    expect(show({ icon: 'none' }).container.querySelectorAll('.icon')).toHaveLength(0)
  })
})

describe('the dismissal of a banner', () => {
  it('applies to its content: new text is shown again, turning it off and on is not new content', () => {
    const known = dismissalOf(BANNER)
    expect(dismissalOf({ ...BANNER, enabled: false })).toBe(known)
    expect(dismissalOf({ ...BANNER, message: 'Down tomorrow' })).not.toBe(known)
    expect(dismissalOf({ ...BANNER, id: 8 })).not.toBe(known)
    expect(known.length).toBeLessThan(255)
  })
})

describe('the editor of a banner', () => {
  it.each<Partial<Banner>>([
    {},
    { icon: 'none' },
    { icon: 'star', link: '/a', linkText: 'A' },
    { link: 'dialog', dialogTitle: 'T', dialog: 'text', sticky: true, enabled: false, variant: 'error' },
  ])('saves what it was opened with: %j', (changed) => {
    const { id: _id, createdAt: _createdAt, ...body } = { ...BANNER, ...changed }
    expect(bodyOf(formOf({ ...BANNER, ...changed }))).toEqual(body)
  })

  it('names a long banner by its beginning', () => {
    expect(bannerName({ message: `${'x'.repeat(100)}\nsecond` })).toHaveLength(60)
  })
})
