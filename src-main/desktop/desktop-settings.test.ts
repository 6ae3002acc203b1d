import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DesktopSettings } from './desktop-settings.ts'
import { placeOnScreen } from './place-on-screen.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'desktop-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const open = () => new DesktopSettings(folder, { warn: () => undefined })
const file = () => path.join(folder, 'desktop.json')

describe('the settings of the desktop', () => {
  it('survive a restart', () => {
    const settings = open()
    settings.change({ bounds: { x: 10, y: 20, width: 900, height: 700 }, page: '/projects', zoomLevel: 1.5 })
    settings.change({ onClose: 'serve', theme: 'dark', editor: 'zed' })
    settings.change({ notices: { ...settings.values.notices, failedActions: false } })
    settings.save()
    expect(open().values).toEqual({
      bounds: { x: 10, y: 20, width: 900, height: 700 },
      isMaximized: false,
      isFullScreen: false,
      zoomLevel: 1.5,
      page: '/projects',
      theme: 'dark',
      editor: 'zed',
      onClose: 'serve',
      notices: { changeRequests: true, failedActions: false, failedDeliveries: true },
      updates: { url: '', isOn: false },
    })
    expect(readdirSync(folder)).toEqual(['desktop.json'])
  })

  it('replace damaged values with defaults and keep the rest', () => {
    writeFileSync(
      file(),
      '{"bounds":{"x":"left"},"page":"https://evil.example","theme":"dark","onClose":7,"zoomLevel":99,"notices":{"failedActions":false,"failedDeliveries":1}}',
    )
    expect(open().values).toMatchObject({ page: '/', theme: 'dark', onClose: 'ask', zoomLevel: 0 })
    expect(open().values.bounds).toBeUndefined()
    expect(open().values.notices).toEqual({
      changeRequests: true,
      failedActions: false,
      failedDeliveries: true,
    })
    writeFileSync(file(), 'not JSON')
    expect(open().values).toMatchObject({ page: '/', theme: 'system' })
  })

  it('are not written while nothing has changed', () => {
    const settings = open()
    settings.change({ page: '/' })
    settings.save()
    expect(readdirSync(folder)).toEqual([])
    settings.change({ page: '/segments' })
    settings.save()
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ page: '/segments' })
  })
})

describe('the position of the window', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }
  const left = { x: -1920, y: 0, width: 1920, height: 1080 }
  const bounds = { x: -1800, y: 100, width: 1280, height: 800 }

  it('is restored on a screen that is still connected', () => {
    expect(placeOnScreen(bounds, [screen, left])).toEqual(bounds)
    expect(placeOnScreen({ ...bounds, width: 4000 }, [screen, left])).toMatchObject({ width: 1920 })
  })

  it('is chosen anew, with the former size, when its screen is no longer connected', () => {
    expect(placeOnScreen(bounds, [screen])).toEqual({ width: 1280, height: 800 })
    // the title bar would be out of reach
    expect(placeOnScreen({ x: 100, y: -300, width: 800, height: 600 }, [screen])).toEqual({
      width: 800,
      height: 600,
    })
    expect(placeOnScreen(undefined, [screen])).toBeUndefined()
  })
})
