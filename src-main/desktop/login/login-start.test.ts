import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { LOGIN_STARTS } from '#shared/desktop/app-settings.ts'
import { AutostartFile, BACKGROUND, LoginItem } from './login-start.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'login-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const file = () => path.join(folder, 'autostart/halyard.desktop')

describe('opening at login', () => {
  it.each(LOGIN_STARTS)('is chosen as %s, and undone', (choice) => {
    const login = new AutostartFile(folder, ['/opt/Halyard/halyard', '--data-dir=/home/me/flags'])
    expect(login.choice).toBe('no')
    login.change(choice)
    expect(login.choice).toBe(choice)
    login.change('no')
    expect(login.choice).toBe('no')
  })

  it('quotes what the desktop would read as its own', () => {
    const login = new AutostartFile(folder, ['/opt/My "Apps"/halyard', '--data-dir=/home/me/100% $HOME\\x'])
    login.change('background')
    expect(readFileSync(file(), 'utf8')).toContain(
      String.raw`Exec="/opt/My \\"Apps\\"/halyard" "--data-dir=/home/me/100%% \\$HOME\\\\x" "--background"`,
    )
  })

  it.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])('is off where the system says %s', (line) => {
    mkdirSync(path.dirname(file()))
    writeFileSync(file(), `[Desktop Entry]\nExec=halyard\n${line}\n`)
    expect(new AutostartFile(folder, ['halyard']).choice).toBe('no')
  })

  it('uses the list of the system on macOS and Windows', () => {
    let items: string[] = []
    const app = {
      getLoginItemSettings: ({ args }: { args: string[] }) => ({
        openAtLogin: items.includes(args.join(' ')),
      }),
      setLoginItemSettings: ({ openAtLogin, args }: { openAtLogin: boolean; args: string[] }) => {
        const text = args.join(' ')
        items = openAtLogin ? [...items, text] : items.filter((one) => one !== text)
      },
    }
    const login = new LoginItem(app, ['--data-dir=/data'])
    for (const choice of LOGIN_STARTS) {
      login.change(choice)
      expect(login.choice).toBe(choice)
    }
    expect(items).toEqual(['--data-dir=/data'])
    login.change('background')
    expect(items).toEqual([`--data-dir=/data ${BACKGROUND}`])
  })
})
