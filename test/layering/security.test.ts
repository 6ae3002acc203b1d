import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from '#support/runner/root.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('the threat model in docs/security.md', () => {
  const section = read('docs/security.md').split('## Threat model')[1]?.split('\n## ')[0] ?? ''
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('has a test in each row, or says that it is done by hand', () => {
    expect(rows.length).toBeGreaterThan(25)
    const unproven = rows.filter(
      (cells) => cells[4] !== 'by hand' && !/^`[^`]+` "[^"]+"$/.test(cells[4] ?? ''),
    )
    expect(unproven).toEqual([])
    expect(rows.filter((cells) => cells[4] === 'by hand')).toHaveLength(1)
  })

  it('names tests that exist', () => {
    const missing = rows.flatMap((cells) => {
      const [, file = '', name = ''] = /^`([^`]+)` "([^"]+)"$/.exec(cells[4] ?? '') ?? []
      if (file === '') return []
      return existsSync(path.join(root, file)) && read(file).includes(name) ? [] : [`${file}: ${name}`]
    })
    expect(missing).toEqual([])
  })

  it('names places that exist', () => {
    const missing = rows
      .flatMap((cells) => [...(cells[2] ?? '').matchAll(/`([a-z][\w/.-]+\.(?:ts|json))`/g)])
      .map(([, file = '']) => file)
      .filter((file) => !FOLDERS.some((folder) => existsSync(path.join(root, folder, file))))
      .filter((file) => !sources.some((source) => source.endsWith(`/${file}`)))
    expect(missing).toEqual([])
  })
})

const FOLDERS = ['', 'src-main', 'src-shared']
const sources = FOLDERS.slice(1).flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, file)),
)

describe('records that hold a secret', () => {
  /** A value that only its owner knows, beside another one. */
  const COMPARED = /\b\w*(secretHash|tokenHash|idHash|passwordHash|signature|secret)\s*[!=]==\s*(\w+)/gi
  /** Compared with none, or with a mask that is no secret. */
  const NO_SECRET = /^(null|undefined|SECRET_MASK)$/

  it('compare secrets in constant time', () => {
    const plain = sources
      .filter((file) => file.startsWith('src-main'))
      .flatMap((file) =>
        [...read(file).matchAll(COMPARED)]
          .filter(([, , other = '']) => !NO_SECRET.test(other))
          .map(([text]) => `${file}: ${text}`),
      )
    expect(plain).toEqual([])
    // those that compare at all
    expect(sources.filter((file) => read(file).includes('timingSafeEqual(')).length).toBeGreaterThan(5)
  })
})

describe('the Electron window', () => {
  const desktop = sources.filter(
    (file) => file.startsWith('src-main/') && read(file).includes("from 'electron'"),
  )

  it('is created in one place, with a sandbox, isolation and without Node', () => {
    const creating = desktop.filter((file) =>
      /new (BrowserWindow|BrowserView|WebContentsView)\(/.test(read(file)),
    )
    expect(creating).toEqual(['src-main/desktop/window.ts'])
    const window = read('src-main/desktop/window.ts')
    for (const safe of ['contextIsolation: true', 'nodeIntegration: false', 'sandbox: true'])
      expect(window).toContain(safe)
    const all = desktop.map(read).join('\n')
    expect(all).not.toMatch(
      /webSecurity|allowRunningInsecureContent|webviewTag|experimentalFeatures|@electron\/remote/,
    )
  })

  it('blocks navigation, new windows and redirects, and opens only checked links', () => {
    const window = read('src-main/desktop/window.ts')
    for (const guard of ["'will-navigate'", "'will-redirect'", 'setWindowOpenHandler', "action: 'deny'"])
      expect(window).toContain(guard)
    const opening = desktop
      .flatMap((file) => read(file).match(/.*openExternal\(.*/g) ?? [])
      .map((line) => line.trim())
    expect(opening.toSorted()).toEqual([
      'if (opensInBrowser(details.url)) void shell.openExternal(details.url)',
      // the guide, from the service in this app
      'if (url !== null) void shell.openExternal(`${url}/help/`)',
      // a file of a project's code, in an editor of a fixed list
      'openLink: (url) => shell.openExternal(url),',
      'return url === null ? undefined : void shell.openExternal(url)',
    ])
  })

  it('checks the sender of each message', () => {
    const listening = desktop.filter((file) => /ipcMain\.(on|handle|once)\(/.test(read(file)))
    expect(listening.filter((file) => !/senderFrame/.test(read(file)))).toEqual([])
  })
})
