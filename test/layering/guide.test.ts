import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readHelp } from '#main/cli/command-help.ts'
import { cliReference, httpReference } from '#main/cli/reference.ts'
import { SERVE_USAGE } from '#main/cli/serve-command.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { SECTIONS } from '../../scripts/docs/pages.mjs'
import { addressOf, renderPage } from '../../scripts/docs/render.mjs'
import { writeSite } from '../../scripts/docs/site.mjs'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const pages = new Map<string, string>()

beforeAll(() => {
  const commands = [readHelp('serve', SERVE_USAGE)]
  writeSite(root, temp.folder, { 'reference-cli': cliReference(commands), 'reference-http': httpReference() })
  for (const name of readdirSync(temp.folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.html')) pages.set(name, readFileSync(path.join(temp.folder, name), 'utf8'))
})
afterAll(() => temp.remove())

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value)

/** Ways through the window that a page names, such as *Settings → Doctor*; tables of one page name those of others. */
const waysIn = (name: string) =>
  [
    ...readFileSync(path.join(root, 'docs', name), 'utf8')
      .replaceAll(name === 'sign-in.md' ? /^\|.*$/gm : /(?!)/g, '')
      .matchAll(/(?<!\*)\*([^*\n|]+ → [^*\n|]+)\*(?!\*)/g),
  ].map(([, way = '']) => way)

describe('the guide', () => {
  it('has a page for every document, with a title and the navigation', () => {
    expect(pages.size).toBeGreaterThan(50)
    for (const [name, html] of pages) {
      expect(html, name).toMatch(/<title>[^<]+ - Halyard guide<\/title>/)
      expect(html, name).toContain('<nav aria-label="Guide">')
    }
    for (const [, label] of SECTIONS.flatMap((section) => section.pages))
      expect(pages.get('index.html')).toContain(`>${label}</a>`)
  })

  it('leads from each page of the navigation to the next and back, in its order', () => {
    const order = SECTIONS.flatMap((section) => section.pages.map(([file]) => addressOf(file)))
    const linkOf = (name: string, rel: string) => {
      const href = new RegExp(`<a rel="${rel}" href="([^"]+)"`).exec(pages.get(name) ?? '')?.[1]
      return href === undefined ? undefined : path.posix.join(path.posix.dirname(name), href)
    }
    expect(order.map((name) => linkOf(name, 'next'))).toEqual([...order.slice(1), undefined])
    expect(order.map((name) => linkOf(name, 'prev'))).toEqual([undefined, ...order.slice(0, -1)])
  })

  it('has every page for readers in the navigation', () => {
    const listed = SECTIONS.flatMap((section) => section.pages.map(([file]) => file))
    const own = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'))
    expect(own.filter((name) => !listed.includes(name))).toEqual([])
  })

  it('has every command and operation in its references', () => {
    const api = pages.get('reference-http.html') ?? ''
    for (const { method, path: at } of OPERATIONS) expect(api).toContain(`<code>${method} ${at}</code>`)
    expect(pages.get('reference-cli.html')).toContain('halyard serve [options]')
  })

  it('has no link that leads nowhere, and no anchor that is not there', () => {
    const broken: string[] = []
    for (const [name, html] of pages)
      for (const href of ['href', 'src', 'srcset'].flatMap((attribute) => attributes(html, attribute))) {
        if (/^(https?:|mailto:|data:)/.test(href)) continue
        const [file = '', anchor] = href.split('#')
        const target = file === '' ? name : path.join(path.dirname(name), file)
        const found = pages.get(target)
        if (!existsSync(path.join(temp.folder, target))) broken.push(`${name}: ${href}`)
        else if (anchor && found && !attributes(found, 'id').includes(anchor)) broken.push(`${name}: ${href}`)
      }
    expect(broken).toEqual([])
  })

  it('shows every picture in both themes, and none is large', () => {
    const folder = path.join(root, 'docs/pictures')
    const all = [...pages].flatMap(([name, html]) =>
      [...attributes(html, 'src'), ...attributes(html, 'srcset')].map((at) =>
        path.posix.join(path.posix.dirname(name), at),
      ),
    )
    for (const file of readdirSync(folder)) {
      expect(all, file).toContain(`pictures/${file}`)
      // README's has four frames
      const most = file.startsWith('turned-on') ? 4 * 40_000 : 80_000
      expect(statSync(path.join(folder, file)).size, file).toBeLessThan(most)
    }
    expect(pages.get('index.html')).toContain('srcset="pictures/turned-on-dark.webp"')
  })

  it('has a picture that moves, for less than the five seconds after which it would need a way to stop it', () => {
    const file = readFileSync(path.join(root, 'docs/pictures/turned-on.webp'))
    const frames: number[] = []
    for (let at = 12; at < file.length; at += 8 + file.readUInt32LE(at + 4))
      if (file.toString('latin1', at, at + 4) === 'ANMF') frames.push(file.readUIntLE(at + 8 + 12, 3))
    expect(frames).toHaveLength(4)
    expect(frames.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000)
  })

  it('begins with a README of 700 words, whose first screen has 120', () => {
    const words = (text: string) => text.split(/\s+/).filter((one) => one !== '').length
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
    const [first = ''] = readme.split('\n## ')
    expect(words(first)).toBeLessThanOrEqual(120)
    expect(words(readme)).toBeLessThanOrEqual(700)
  })

  it('keeps the links of files above docs/', () => {
    const { body } = renderPage('../README.md', '[see](docs/features.md)', (name) => name === 'features.md')
    expect(body).toContain('<a href="features.html">see</a>')
  })

  it('has nothing that the policy of the pages forbids, and nothing from elsewhere', () => {
    for (const [name, html] of pages) {
      expect(html, name).not.toMatch(
        /<style|<script(?! src="[./]+guide\.js" defer>)| style=| on\w+="|<iframe/i,
      )
      for (const src of attributes(html, 'src')) expect(src, name).not.toMatch(/^https?:/)
    }
  })

  it('names menus, pages and buttons of the window as the window does', () => {
    const sources = ['src-renderer', 'src-main/desktop', 'src-shared']
      .flatMap((folder) =>
        readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          path.join(root, folder, name),
        ),
      )
      .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(name, 'utf8'))
      .join('\n')
    // the menu itself has the name that the system gives it
    const isThere = (words: string) =>
      words === 'Help' ||
      [`'${words}'`, `"${words}"`, `>${words}<`, `\`${words}\``, `'${words}…'`].some((text) =>
        sources.includes(text),
      )
    const missing = readdirSync(path.join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) =>
        waysIn(name)
          .filter((way) => !way.split(' → ').every(isThere))
          .map((way) => `${name}: ${way}`),
      )
    expect(missing).toEqual([])
  })

  it('shows HTML of a document as text', () => {
    const { body } = renderPage(
      'features.md',
      '# T\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1))',
      () => false,
    )
    expect(body).not.toContain('<img')
    expect(body).not.toContain('javascript:')
  })

  it('is searched by its sections', () => {
    const script = readFileSync(path.join(temp.folder, 'search.js'), 'utf8')
    const entries = JSON.parse(script.replace(/^globalThis\.searchEntries = /, '')) as {
      address: string
      heading: string
      text: string
    }[]
    const entry = entries.find(({ heading }) => heading === 'Restore a backup')
    expect(entry?.address).toBe('troubleshooting.html#restore-a-backup')
    expect(entry?.text).not.toContain('<')
  })
})
