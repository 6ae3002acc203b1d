import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'

/** Tests that shared helpers are used everywhere: one way to do each thing. */

const sourcesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const renderer = sourcesOf('src-renderer')
const shared = sourcesOf('src-shared')

/** Keeps the text that users read: removes lengths in styles, comments and remainders. */
const words = (text: string) =>
  text
    .replaceAll(/<style>[^]*?<\/style>/g, '')
    .replaceAll(/style(:[\w-]+)?="[^"]*"/g, '')
    .replaceAll(/\/\*\*?[^]*?\*\/|\/\/.*|<!--[^]*?-->/g, '')
const OWN_PERCENTAGE = /\}\s?%(?![\w(])|\d %(?! ?[\w($])/

describe('percentages', () => {
  it('are written by one function, "25%" everywhere', () => {
    const own = [...renderer, ...shared]
      .filter(({ file, text }) => file !== 'src-shared/figures.ts' && OWN_PERCENTAGE.test(words(text)))
      .map(({ file }) => file)
    expect(own).toEqual([])
  })

  it.each(['`${rollout} %`', '`${rollout}% of users`', '<dd>{health} %</dd>', "'above 5 %'"])(
    'in other notations are found: %s',
    (text) => expect(OWN_PERCENTAGE.test(words(text))).toBe(true),
  )
})

describe('the storage of the window', () => {
  it('is accessed by ui/stored.ts only', () => {
    const own = renderer
      .filter(
        ({ file, text }) => /\b(local|session)Storage\b/.test(words(text)) && !file.endsWith('/stored.ts'),
      )
      .map(({ file }) => file)
    expect(own).toEqual([])
  })
})

const CONDITION = /\{(?:#if|:else if)([^{}]*)\}/g
const QUERY = /([\w$.]+)\.(?:data|isSuccess|isPending)\b/g

/** Conditions of a component that read the data of several queries: the second is not followed while the first decides. */
const sharedConditions = (text: string) =>
  [...text.matchAll(CONDITION)]
    .map(([, condition = '']) => condition)
    .filter((condition) => new Set([...condition.matchAll(QUERY)].map(([, query]) => query)).size > 1)

describe('a screen of several queries', () => {
  it('reads them in one $derived, never in one condition: it could stay on its skeleton', () => {
    const own = renderer.filter(({ text }) => sharedConditions(text).length > 0).map(({ file }) => file)
    expect(own).toEqual([])
  })

  it.each(['{#if !roles.data || !users.data}', '{:else if page.roles.isPending && users.data}'])(
    'is found where it does: %s',
    (text) => expect(sharedConditions(text)).toHaveLength(1),
  )

  it('is not one that reads a query twice', () => {
    expect(sharedConditions('{#if roles.data && roles.data.length > 0}')).toEqual([])
  })
})

const SCREENS = renderer.filter(({ file }) => !file.startsWith('src-renderer/lib/'))
/** A session or an import may have changed everything; an optimistic switch restores what it showed; three lists have no events. */
const INVALIDATING = [
  'src-renderer/domains/access/passwords/ChangeMyPassword.svelte',
  'src-renderer/domains/access/sessions/sign-in.ts',
  // a scan of code is no event
  'src-renderer/domains/clients/code-references/code-query.ts',
  'src-renderer/domains/flags/features/toggle-feature.ts',
  'src-renderer/domains/instance/request-log/RequestLogPage.svelte',
  'src-renderer/domains/instance/request-log/follow-requests.ts',
  'src-renderer/domains/signals/signals/follow-signals.ts',
  'src-renderer/domains/transfer/import-export/ImportDialog.svelte',
  'src-renderer/domains/transfer/remotes/RemotePage.svelte',
  'src-renderer/shell/profiles/ProfileSignIn.svelte',
]

describe('the refresh after a write', () => {
  it('comes from the change stream and the answers of writes, never from a screen (ADR 0033)', () => {
    const own = renderer
      .filter(({ text }) => /\brefreshTouched\b|\brefreshAfter/.test(words(text)))
      .map(({ file }) => file)
    expect(own.sort()).toEqual([
      'src-renderer/lib/live.svelte.ts',
      'src-renderer/lib/own-writes.ts',
      'src-renderer/lib/refresh.ts',
    ])
  })

  it('is manual only where no event describes the change', () => {
    const own = SCREENS.filter(({ text }) => /\binvalidateQueries\b/.test(words(text))).map(
      ({ file }) => file,
    )
    expect(own.sort()).toEqual(INVALIDATING)
  })
})

describe('the window has one component for each of these', () => {
  const filesWith = (pattern: RegExp) =>
    renderer.filter(({ text }) => pattern.test(text.replaceAll(/<!--[^]*?-->/g, ''))).map(({ file }) => file)

  it('a region that scrolls: ScrollRegion', () => {
    const both = /tabindex=("0"|\{0\})[^>]*role="region"|role="region"[^>]*tabindex=("0"|\{0\})/
    expect(filesWith(both)).toEqual(['src-renderer/ui/ScrollRegion.svelte'])
  })

  it('a new secret: SecretReveal', () => {
    expect(filesWith(/guardContent\('secret'/)).toEqual(['src-renderer/ui/SecretReveal.svelte'])
  })

  it('an editor in a dialog: EditorDialog', () => {
    // a wizard, and forms that save nothing in the service or show their own progress
    const others = [
      'src-renderer/domains/access/api-tokens/CreateTokenDialog.svelte',
      'src-renderer/domains/flags/dependencies/ParentDialog.svelte',
      'src-renderer/domains/flags/feature-tags/BulkTagDialog.svelte',
      'src-renderer/domains/flags/search/SavedViews.svelte',
      'src-renderer/domains/transfer/import-export/ExportDialog.svelte',
      'src-renderer/domains/transfer/import-export/ImportDialog.svelte',
      'src-renderer/shell/PolicyExceptionDialog.svelte',
      'src-renderer/ui/EditorDialog.svelte',
      'src-renderer/ui/TypedConfirmDialog.svelte',
    ]
    const own = renderer
      .filter(({ text }) => /<Dialog[\s>]/.test(text) && /<DialogForm[\s>]/.test(text))
      .map(({ file }) => file)
    expect(own.sort()).toEqual(others.sort())
  })

  it('a page with one list: ListPage', () => {
    const own = SCREENS.filter(
      ({ text }) => /<ListTable[\s>]/.test(text) && /<TopBar[\s>]/.test(text) && /<QueryError/.test(text),
    ).map(({ file }) => file)
    // the list of endpoints is one of four tabs
    const others = ['src-renderer/domains/signals/signals/SignalsPage.svelte']
    expect(own.sort()).toEqual([...others, 'src-renderer/shell/ListPage.svelte'])
  })
})
